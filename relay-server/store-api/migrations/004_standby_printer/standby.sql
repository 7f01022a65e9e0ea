-- A second printer of a pharmacy, part of its configuration; without a computer there is none.
alter table "PrinterConfigs"
  add column "standbyComputerId" integer references "RelayComputers" ("id") on delete set null,
  add column "standbyPrinterName" text,
  add column "standbyAfterSeconds" integer,
  add column "standbyReturn" text check ("standbyReturn" in ('auto', 'manual')),
  -- Rises each time staff say that the first printer is to be used again.
  add column "standbyFirstAgain" integer not null default 0,
  add check ("standbyComputerId" is null
    or ("standbyPrinterName" is not null and "standbyAfterSeconds" is not null and "standbyReturn" is not null));

-- A computer that reports another address or port is looked for here.
create index "PrinterConfigs_standby" on "PrinterConfigs" ("standbyComputerId") where "standbyComputerId" is not null;
