-- What the tasks look for, so that none of them reads a whole table each time.

-- Rows come in the order of time: a few pages of index for any number of rows, and nothing to pay for each order.
create index "OrderHistory_at" on "OrderHistory" using brin ("at") with (autosummarize = on);
create index "Refunds_at" on "Refunds" ("at");

create index "Orders_shipped" on "Orders" ("id") where "state" = 'shipped';
-- Expired orders whose people are still named.
create index "Orders_named" on "Orders" ("expiresAt") where "state" = 'expired' and "accountGuid" <> '-';

create index "Carts_mergedInto" on "Carts" ("mergedInto") where "mergedInto" is not null;
create index "Carts_merged" on "Carts" ("updatedAt") where "state" = 'merged';
