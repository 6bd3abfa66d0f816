"""Many jobs - grids x words x models x seeds - with resumable results. Knows no screen."""

from cpfill.batch.jobs import Batch, read_batch
from cpfill.batch.running import Outcome, run_batch
from cpfill.batch.store import Store
from cpfill.batch.tables import table

__all__ = ["Batch", "Outcome", "Store", "read_batch", "run_batch", "table"]
