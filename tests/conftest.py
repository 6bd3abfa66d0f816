"""Settings of all tests. On a busy machine a single example may take long: no test judges by the clock."""

from hypothesis import HealthCheck, settings

settings.register_profile("cpfill", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("cpfill")
