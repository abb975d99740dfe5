-- needs: certification.sql
-- Under which names an account stood, and since when: a case that is asked about again overwrites its own, and the papers
-- of a finished month name who held the account then.
create table certification_name (
  merchant_id uuid not null references merchant (merchant_id),
  since timestamptz not null,
  subject_name text not null,
  primary key (merchant_id, since)
);
grant select, insert, update on certification_name to coralhub_app;

insert into certification_name (merchant_id, since, subject_name)
select merchant_id, decided_at, subject_name from certification_application
 where subject_id = merchant_id and state in ('approved', 'superseded') and decided_at is not null
on conflict (merchant_id, since) do nothing;
insert into certification_name (merchant_id, since, subject_name)
select merchant_id, changed_at, subject_name from certification c
 where subject_name is not null and not exists (select 1 from certification_name n where n.merchant_id = c.merchant_id);

create trigger certification_named after insert or update of subject_name on certification
  for each row when (new.subject_name is not null) execute function certification_name_kept();
