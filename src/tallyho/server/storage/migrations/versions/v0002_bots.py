"""Bot accounts, the tokens of programs, and challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    for table, name in FLAGS:
        op.add_column(
            table, sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
        )
    op.add_column("token", sa.Column("id", sa.String(length=16), nullable=True))
    op.add_column("token", sa.Column("name", sa.String(length=64), nullable=True))
    op.create_table(
        "challenge",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("opponent", sa.String(length=16), nullable=False),
        sa.Column("wish", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_challenge_person")),
        sa.ForeignKeyConstraint(["opponent"], ["person.id"], name=op.f("fk_challenge_opponent")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenge")),
    )
    op.create_index(op.f("ix_challenge_person"), "challenge", ["person"])
    op.create_index(op.f("ix_challenge_opponent"), "challenge", ["opponent"])


FLAGS = (("person", "bot"), ("game", "first_bot"), ("game", "second_bot"))


def downgrade() -> None:
    """Undo it."""
    op.drop_table("challenge")
    for table, name in (*FLAGS, ("token", "id"), ("token", "name")):
        op.drop_column(table, name)
