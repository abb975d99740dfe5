-- Looked for whenever a delivery would go.
create index order_refund_by_upload on order_refund (merchant_id, upload_id);
