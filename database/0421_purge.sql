-- Every growing table of the simulated outside world has a term (apps/server/src/platform/purge.ts), and so have the
-- records of what was pushed to whom.
create index message_push_age on message_push using brin (sent_at);
grant delete on message_push, sandbox_deposit_plan, sandbox_issuer_plan, sandbox_authorisation to coralhub_app;
grant delete on sandbox_bank_payment, sandbox_payout, sandbox_issuer_payment to coralhub_app;
grant delete on sandbox_lender_request, sandbox_deposit_request to coralhub_app;
