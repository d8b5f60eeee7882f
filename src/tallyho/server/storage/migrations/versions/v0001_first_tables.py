"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "person",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=True),
        sa.Column("key", sa.String(length=64), nullable=True),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("deleted", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("key", name=op.f("uq_person_key")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.String(length=200), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.Column("base", sa.BigInteger(), nullable=True),
        sa.Column("increment", sa.BigInteger(), nullable=False),
        sa.Column("per_turn", sa.BigInteger(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("level", sa.SmallInteger(), nullable=True),
        sa.Column("computer", sa.SmallInteger(), nullable=True),
        sa.Column("first", sa.String(length=16), nullable=True),
        sa.Column("second", sa.String(length=16), nullable=True),
        sa.Column("first_name", sa.String(length=64), nullable=False),
        sa.Column("second_name", sa.String(length=64), nullable=False),
        sa.Column("invite", sa.String(length=32), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("engine_due", sa.Boolean(), nullable=False),
        sa.Column("winner", sa.SmallInteger(), nullable=True),
        sa.Column("termination", sa.String(length=16), nullable=True),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["first"], ["person.id"], name=op.f("fk_game_first")),
        sa.ForeignKeyConstraint(["second"], ["person.id"], name=op.f("fk_game_second")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index("ix_game_deadline", ["deadline"], unique=False)
        batch_op.create_index("ix_game_engine_due", ["engine_due", "changed"], unique=False)
        batch_op.create_index("ix_game_first", ["first", "changed"], unique=False)
        batch_op.create_index("ix_game_second", ["second", "changed"], unique=False)
        batch_op.create_index("ix_game_status", ["status", "changed"], unique=False)

    op.create_table(
        "rating",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("pool", sa.String(length=32), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_rating_person")),
        sa.PrimaryKeyConstraint("person", "pool", name=op.f("pk_rating")),
    )
    with op.batch_alter_table("rating", schema=None) as batch_op:
        batch_op.create_index("ix_rating_pool", ["pool", "rating"], unique=False)

    op.create_table(
        "seek",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("wish", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_seek_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seek")),
    )
    with op.batch_alter_table("seek", schema=None) as batch_op:
        batch_op.create_index("ix_seek_created", ["created"], unique=False)
        batch_op.create_index(batch_op.f("ix_seek_person"), ["person"], unique=False)

    op.create_table(
        "token",
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_token_person")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_token")),
    )
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_token_person"), ["person"], unique=False)

    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("room", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_chat_game")),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_chat_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
    )
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.create_index("ix_chat_game", ["game", "room", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_chat_person"), ["person"], unique=False)

    op.create_table(
        "event",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=48), nullable=True),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_event_game")),
        sa.PrimaryKeyConstraint("game", "version", name=op.f("pk_event")),
        sa.UniqueConstraint("game", "action", name=op.f("uq_event_game_action")),
    )
    op.create_table(
        "rating_step",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("pool", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("before", sa.Float(), nullable=False),
        sa.Column("after", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_rating_step_game")),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_rating_step_person")),
        sa.PrimaryKeyConstraint("person", "pool", "game", name=op.f("pk_rating_step")),
    )
    with op.batch_alter_table("rating_step", schema=None) as batch_op:
        batch_op.create_index("ix_rating_step_person", ["person", "pool", "at"], unique=False)

    op.create_table(
        "secret",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("computer", sa.LargeBinary(length=64), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_secret_game")),
        sa.PrimaryKeyConstraint("game", "round", name=op.f("pk_secret")),
    )
    op.create_table(
        "sighting",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_sighting_game")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_sighting")),
    )


def downgrade() -> None:
    """Undo it."""
    op.drop_table("sighting")
    op.drop_table("secret")
    with op.batch_alter_table("rating_step", schema=None) as batch_op:
        batch_op.drop_index("ix_rating_step_person")

    op.drop_table("rating_step")
    op.drop_table("event")
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_chat_person"))
        batch_op.drop_index("ix_chat_game")

    op.drop_table("chat")
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_token_person"))

    op.drop_table("token")
    with op.batch_alter_table("seek", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seek_person"))
        batch_op.drop_index("ix_seek_created")

    op.drop_table("seek")
    with op.batch_alter_table("rating", schema=None) as batch_op:
        batch_op.drop_index("ix_rating_pool")

    op.drop_table("rating")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_index("ix_game_status")
        batch_op.drop_index("ix_game_second")
        batch_op.drop_index("ix_game_first")
        batch_op.drop_index("ix_game_engine_due")
        batch_op.drop_index("ix_game_deadline")

    op.drop_table("game")
    op.drop_table("person")
