-- needs: files.sql
-- A paper that was uploaded and never handed in with anything goes after thirty days (apps/server/src/platform/purge.ts). What was
-- recorded before this counts as handed in. Answers of certifications are sealed: their papers are marked by whoever saves them.
alter table file add column attached_at timestamptz;
update file set attached_at = created_at where purpose not in ('payee import', 'store import', 'payment batch');
create index file_unattached on file (id) where attached_at is null;
create index file_unattached_age on file (created_at) where attached_at is null;
create trigger file_attached before insert or update on account_claim for each row execute function file_attached();
create trigger file_attached before insert or update on beneficiary_paper for each row execute function file_attached();
create trigger file_attached before insert or update on card_file for each row execute function file_attached();
create trigger file_attached before insert or update on certification_enquiry_post for each row execute function file_attached();
create trigger file_attached before insert or update on escrow_evidence for each row execute function file_attached();
create trigger file_attached before insert or update on face_check for each row execute function file_attached();
create trigger file_attached before insert or update on income_evidence for each row execute function file_attached();
create trigger file_attached before insert or update on loan_paper for each row execute function file_attached();
create trigger file_attached before insert or update on offline_transfer_proof for each row execute function file_attached();
create trigger file_attached before insert or update on order_paper for each row execute function file_attached();
create trigger file_attached before insert or update on order_upload for each row execute function file_attached();
create trigger file_attached before insert or update on payout_paper for each row execute function file_attached();
create trigger file_attached before insert or update on payout_resolution for each row execute function file_attached();
create trigger file_attached before insert or update on payout_series for each row execute function file_attached();
create trigger file_attached before insert or update on related_party for each row execute function file_attached();
create trigger file_attached before insert or update on store for each row execute function file_attached();
create trigger file_attached before insert or update on tax_refund_paper for each row execute function file_attached();
