-- A picture that no campaign shows goes after its term.
grant delete on campaign_picture to coralhub_app;
