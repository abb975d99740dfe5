-- What has had its time is deleted every night (apps/server/src/platform/purge.ts says what, and after how long). Rows
-- come in the order of time, so a summary of each stretch of pages is enough to find the old ones, and costs no write.
create index idempotency_age on idempotency using brin (created_at);
create index price_quote_age on price_quote using brin (created_at);
create index merchant_sign_in_age on merchant_sign_in using brin (at);
grant delete on idempotency, price_quote, merchant_sign_in, export_job, merchant_data_export to coralhub_app;
grant delete on sandbox_mail, sandbox_bank_notice, sandbox_payout_plan to coralhub_app;
