-- What a product is to a label printer. Of a printer widthMm and rollMm are the largest that it takes.
create table "ProductMedia" (
  "productId" integer primary key references "Products" ("id"),
  "kind" text not null check ("kind" in ('labels', 'ribbon', 'printer')),
  "method" text check ("method" in ('direct', 'transfer')),
  "minWidthMm" integer check ("minWidthMm" > 0),
  "widthMm" integer not null check ("widthMm" > 0),
  "lengthMm" integer check ("lengthMm" > 0),
  "gapMm" integer check ("gapMm" >= 0),
  "coreMm" integer not null check ("coreMm" > 0),
  "rollMm" integer check ("rollMm" > 0),
  "ribbonCoreMm" integer check ("ribbonCoreMm" > 0),
  "reportedAs" text,
  "reportedFold" text generated always as (regexp_replace(relay_fold("reportedAs"), '[^a-z0-9]+', '', 'g')) stored,
  check (case "kind"
    when 'labels' then num_nonnulls("method", "gapMm", "rollMm") = 3 and num_nonnulls("minWidthMm", "ribbonCoreMm", "reportedAs") = 0
    when 'ribbon' then num_nonnulls("method", "gapMm", "rollMm", "lengthMm", "minWidthMm", "ribbonCoreMm", "reportedAs") = 0
    else num_nonnulls("method", "minWidthMm", "rollMm", "reportedAs") = 4 and num_nonnulls("lengthMm", "gapMm") = 0 end)
);
create index "ProductMedia_kind" on "ProductMedia" ("kind", "widthMm");

-- What somebody of a pharmacy said of a printer that its computers report: it is this product.
create table "ChosenPrinters" (
  "customerId" integer not null references "Customers" ("id"),
  "printerName" text not null check (length("printerName") <= 260),
  "productId" integer not null references "ProductMedia" ("productId") on delete cascade,
  primary key ("customerId", "printerName")
);
