-- How far an order is refunded as its platform says in one figure. Lines of reports that tell refunds one by one are compared with
-- it, and chargebacks, which no such figure holds, come on top: refunded_minor is all of it.
alter table trade_order add column refund_figure_minor bigint not null default 0 check (refund_figure_minor >= 0);
update trade_order set refund_figure_minor = refunded_minor where refunded_minor > 0;
