"""Browsers that want to be told of turns."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "subscription",
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("token", sa.LargeBinary(length=32), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=30), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_subscription_person")),
        sa.ForeignKeyConstraint(
            ["token"], ["token.hash"], name=op.f("fk_subscription_token"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("endpoint", name=op.f("pk_subscription")),
    )
    op.create_index(op.f("ix_subscription_person"), "subscription", ["person"])
    op.create_index(op.f("ix_subscription_token"), "subscription", ["token"])


def downgrade() -> None:
    """Undo it."""
    op.drop_table("subscription")
