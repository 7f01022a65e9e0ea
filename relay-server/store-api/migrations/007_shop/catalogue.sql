-- Products, their words, categories and counters. Money is net, in whole minor units of the shop's one currency.

-- What searches compare: folded, letters and digits apart, so that 500mg is "500 mg" and B-12 is "b 12" (to_tsvector reads them
-- as one word, as -12, or as a host). shop/catalogue/search-words.ts says the same of what is typed.
create function shop_words("text" text) returns text language sql immutable parallel safe as $$
      select btrim(regexp_replace(relay_fold("text"),
        '[^0-9a-z\u00c0-\uffff]+|(?<=[0-9])(?=[a-z\u00c0-\uffff])|(?<=[a-z\u00c0-\uffff])(?=[0-9])', ' ', 'g'))
    $$;

create table "Categories" (
  "id" integer generated always as identity primary key,
  "parentId" integer references "Categories" ("id") check ("parentId" <> "id"),
  "name" text not null check (length("name") between 1 and 120),
  "slug" text not null constraint "Categories_slug_key" unique check ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  "place" integer not null default 0,
  "version" integer not null default 1
);
create index "Categories_parent" on "Categories" ("parentId");

create table "Products" (
  "id" integer generated always as identity primary key,
  "sku" text not null constraint "Products_sku_key" unique check (length("sku") between 1 and 40),
  -- Always 14 digits, as packs of trade have them.
  "gtin" text check ("gtin" ~ '^[0-9]{14}$'),
  "slug" text not null constraint "Products_slug_key" unique check ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  "name" text not null check (length("name") between 1 and 200),
  "brand" text not null default '',
  "categoryId" integer references "Categories" ("id"),
  "form" text not null default '',
  "substance" text not null default '',
  "description" text not null default '',
  "priceMinor" integer not null check ("priceMinor" between 0 and 100000000),
  "taxBp" integer not null check ("taxBp" between 0 and 10000),
  "packSize" text not null default '',
  "minQuantity" integer not null default 1 check ("minQuantity" between 1 and 9999),
  -- Pieces that were shipped; what best sellers are sorted by.
  "sold" bigint not null default 0 check ("sold" >= 0),
  "isActive" boolean not null default true,
  "version" integer not null default 1,
  "createdAt" timestamptz not null default relay_now(),
  "updatedAt" timestamptz not null default relay_now(),
  "folded" text not null generated always as (relay_fold("name")) stored,
  "search" tsvector not null generated always as (
    setweight(to_tsvector('simple', shop_words("sku" || ' ' || "name") || ' ' || ltrim(coalesce("gtin", ''), '0') || ' '
      || relay_short_umlauts(shop_words("name"))), 'A') ||
    setweight(to_tsvector('simple', shop_words("substance" || ' ' || "brand")), 'B') ||
    setweight(to_tsvector('simple', shop_words("description")), 'D')) stored
);
create index "Products_gtin" on "Products" ("gtin");
create index "Products_sold" on "Products" ("sold" desc, "id") where "isActive";
create index "Products_name" on "Products" ("folded", "id") where "isActive";
create index "Products_price" on "Products" ("priceMinor", "id") where "isActive";
create index "Products_category" on "Products" ("categoryId", "sold" desc, "id") where "isActive";
create index "Products_brand" on "Products" ("brand", "sold" desc, "id") where "isActive";
create index "Products_search" on "Products" using gin ("search") with (fastupdate = off);

-- Every word that names, substances or brands ever had: where a search found nothing, the nearest ones are offered.
create table "ProductWords" (
  "word" text primary key,
  "grams" text[] not null
);
create index "ProductWords_grams" on "ProductWords" using gin ("grams") with (fastupdate = off);

-- How many active products have a value, for the page without a query: counting all of them took 0.2 s at 100,000.
create table "ProductCounts" (
  "facet" text not null check ("facet" in ('all', 'category', 'brand', 'form')),
  "value" text not null,
  "count" integer not null check ("count" >= 0),
  primary key ("facet", "value")
) with (fillfactor = 50);

create type "ProductShift" as ("delta" integer, "categoryId" integer, "brand" text, "form" text);

-- Rows are made, then locked in their order, then counted: two changes at once wait for each other, and never in a circle.
create function shift_product_counts("shifts" "ProductShift"[]) returns void language plpgsql as $$
    declare "deltas" "ProductCounts"[];
    begin
      "deltas" := array(
        select row(f."facet", f."value", sum(s."delta"))::"ProductCounts" from unnest("shifts") s,
          lateral (values ('all', ''), ('category', s."categoryId"::text), ('brand', nullif(s."brand", '')),
            ('form', nullif(s."form", ''))) f ("facet", "value")
        where f."value" is not null group by f."facet", f."value" having sum(s."delta") <> 0
        order by f."facet", f."value");
      insert into "ProductCounts" select d."facet", d."value", 0 from unnest("deltas") d on conflict do nothing;
      perform from "ProductCounts" c join unnest("deltas") d using ("facet", "value")
      order by c."facet", c."value" for update of c;
      update "ProductCounts" c set "count" = c."count" + d."count" from unnest("deltas") d
      where d."facet" = c."facet" and d."value" = c."value";
    end $$;

create function learn_words() returns trigger language plpgsql as $$
    begin
      insert into "ProductWords" ("word", "grams")
      select w, relay_grams(' ' || w || ' ') from (
        select distinct w from added p, lateral regexp_split_to_table(
          shop_words(p."name" || ' ' || p."substance" || ' ' || p."brand"), ' ') w
        where length(w) between 3 and 40 and w !~ '[0-9]' order by w) words
      on conflict do nothing;
      return null;
    end $$;

create function count_added_products() returns trigger language plpgsql as $$
    begin
      perform shift_product_counts(array(
        select row(1, "categoryId", "brand", "form")::"ProductShift" from added where "isActive"));
      return null;
    end $$;

create function count_changed_products() returns trigger language plpgsql as $$
    begin
      perform shift_product_counts(array(
        select row(1, "categoryId", "brand", "form")::"ProductShift" from added where "isActive"
        union all select row(-1, "categoryId", "brand", "form")::"ProductShift" from removed where "isActive"));
      return null;
    end $$;

create trigger "Products_addedWords" after insert on "Products"
referencing new table as added for each statement execute function learn_words();
create trigger "Products_changedWords" after update on "Products"
referencing new table as added for each statement execute function learn_words();
create trigger "Products_added" after insert on "Products"
referencing new table as added for each statement execute function count_added_products();
create trigger "Products_changed" after update on "Products"
referencing old table as removed new table as added for each statement execute function count_changed_products();

-- reserved is what living orders hold. No other index, so that every update stays within its page.
create table "Stock" (
  "productId" integer primary key references "Products" ("id"),
  "onHand" integer not null default 0,
  "reserved" integer not null default 0,
  constraint "Stock_reserved_check" check ("reserved" between 0 and "onHand")
) with (fillfactor = 50);

create function stock_new_products() returns trigger language plpgsql as $$
    begin
      insert into "Stock" ("productId") select "id" from added order by "id";
      return null;
    end $$;
create trigger "Products_stock" after insert on "Products"
referencing new table as added for each statement execute function stock_new_products();

create table "StockChanges" (
  "id" bigint generated always as identity primary key,
  "productId" integer not null references "Products" ("id"),
  "kind" text not null check ("kind" in ('receive', 'adjust')),
  "quantity" integer not null check ("quantity" <> 0 and ("kind" <> 'receive' or "quantity" > 0)),
  "reason" text not null check (length("reason") <= 200),
  "actor" text not null,
  "at" timestamptz not null default relay_now()
);
create index "StockChanges_product" on "StockChanges" ("productId", "id" desc);
