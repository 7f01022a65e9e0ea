-- Those that are no longer sold, as staff list them.
create index "Products_withdrawn" on "Products" ("folded", "id") where not "isActive";
-- Orders of a time, newest first.
create index "Orders_placed" on "Orders" ("placedAt" desc, "id" desc);

-- How an order went out; one for each.
create table "Shipments" (
  "orderId" bigint primary key references "Orders" ("id"),
  "carrier" text not null check (length("carrier") between 1 and 60),
  -- Empty where the carrier gives none.
  "trackingNumber" text not null check (length("trackingNumber") <= 60),
  "actor" text not null,
  "at" timestamptz not null default relay_now()
);

-- Pictures by the SHA-256 of their largest file: the same one is kept once, however many products show it.
create table "Pictures" (
  "hash" text primary key check ("hash" ~ '^[0-9a-f]{64}$'),
  -- Of the largest file, in pixels.
  "width" integer not null check ("width" between 1 and 1200),
  "height" integer not null check ("height" between 1 and 1200),
  "at" timestamptz not null default relay_now()
);

-- Each in three sizes, as WebP that was written here: never the bytes that somebody sent.
create table "PictureFiles" (
  "hash" text not null references "Pictures" ("hash") on delete cascade,
  "size" text not null check ("size" in ('small', 'medium', 'large')),
  "bytes" bytea not null check (length("bytes") between 1 and 2097152),
  primary key ("hash", "size")
);
-- WebP does not become smaller.
alter table "PictureFiles" alter column "bytes" set storage external;

create table "ProductPictures" (
  "id" integer generated always as identity primary key,
  "productId" integer not null references "Products" ("id"),
  "hash" text not null references "Pictures" ("hash"),
  -- What is to be seen, for who does not see it.
  "alt" text not null check (length("alt") between 1 and 200),
  constraint "ProductPictures_product_key" unique ("productId", "hash")
);
create index "ProductPictures_hash" on "ProductPictures" ("hash");
