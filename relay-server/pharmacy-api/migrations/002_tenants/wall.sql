-- What walls a table in, for every table with a "pharmacyId". Rights of the roles are granted table by table, beside it.

-- The pharmacy of this transaction; null without one, so that nothing is seen. A pooled connection keeps '' after the first
-- transaction that set it, which is no number.
create function tenant_id() returns integer language sql stable
  as $$ select nullif(current_setting('app.pharmacy_id', true), '')::integer $$;

create function wall_in(walled regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', walled);
  -- For the owner as well.
  execute format('alter table %s force row level security', walled);
  execute format(
    'create policy "tenant" on %s to pharmacy_request using ("pharmacyId" = tenant_id()) with check ("pharmacyId" = tenant_id())',
    walled
  );
end $$;

-- Beside `wall_in`, for tables that jobs of all pharmacies work on.
create function let_keeper_in(walled regclass) returns void language plpgsql as $$
begin
  execute format('create policy "keeper" on %s to pharmacy_keeper using (true) with check (true)', walled);
end $$;

grant select on "Drugs", "DrugPacks" to pharmacy_request;
