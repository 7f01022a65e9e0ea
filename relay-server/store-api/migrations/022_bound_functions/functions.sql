-- pg_restore works with an empty search path, in which a body that is kept as text finds none of the functions that it calls. A
-- body of SQL (`begin atomic`, PostgreSQL 14) is bound to them when it is made. What each gives is as before.
create or replace function relay_search_text("names" text[]) returns text language sql immutable
begin atomic
  select coalesce(string_agg(distinct E'\n' || f, ''), '')
  from unnest("names") n, lateral (select relay_fold(n) as "folded" offset 0) t,
    lateral (select replace("folded", ' ', '') as "joined" offset 0) j,
    unnest(array[lower(n), "folded", "joined", relay_short_umlauts("folded"), relay_short_umlauts("joined")]) f
  where n <> '';
end;

create or replace function relay_phone_forms("phone" text) returns text language sql immutable parallel safe
begin atomic
  select coalesce(E'\n' || "phone" || coalesce(E'\n' || relay_national("phone"), ''), '');
end;

create or replace function shop_words("text" text) returns text language sql immutable parallel safe
begin atomic
  select btrim(regexp_replace(relay_fold("text"),
    '[^0-9a-z\u00c0-\uffff]+|(?<=[0-9])(?=[a-z\u00c0-\uffff])|(?<=[a-z\u00c0-\uffff])(?=[0-9])', ' ', 'g'));
end;
