"""Lists of games tell whose turn it is."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change; matches under way tell it from their next turn on."""
    op.add_column("game", sa.Column("to_act", sa.SmallInteger(), nullable=True))


def downgrade() -> None:
    """Undo it."""
    op.drop_column("game", "to_act")
