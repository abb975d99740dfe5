-- What the nightly emptying looks for besides files that had their days: parts of exports whose worker died.
create index export_job_left on export_job (created_at) where state in ('cancelled', 'failed') and parts > 0;
