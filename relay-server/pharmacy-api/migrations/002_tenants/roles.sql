-- Two roles of the server, which nobody signs in as: the owner takes one for a transaction. Neither bypasses row-level security.
--   pharmacy_request  a request of one pharmacy: sees the rows of app.pharmacy_id
--   pharmacy_keeper   key rotation and erasure after a restore: sees the sealed rows of all pharmacies, no log
-- Several databases of a server share them. On a managed server the owner needs CREATEROLE, or an administrator makes them.

do $$
declare
  wanted text;
  is_since_16 boolean := current_setting('server_version_num')::int >= 160000;
begin
  foreach wanted in array array['pharmacy_request', 'pharmacy_keeper'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then
        null; -- Another database of this server was faster.
      end;
    end if;
    if is_since_16 and not pg_has_role(current_user, wanted, 'set') then
      -- Without inheriting: the owner sees no row of a pharmacy either, as long as he is himself.
      execute format('grant %I to current_user with inherit false, set true', wanted);
    elsif not is_since_16 and not pg_has_role(current_user, wanted, 'member') then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
exception when insufficient_privilege then
  raise exception 'The account % may not make the roles of the pharmacy database. Let an administrator run: create role pharmacy_request nologin; create role pharmacy_keeper nologin; grant pharmacy_request, pharmacy_keeper to % (from PostgreSQL 16 on: with inherit false)', current_user, quote_ident(current_user);
end $$;
