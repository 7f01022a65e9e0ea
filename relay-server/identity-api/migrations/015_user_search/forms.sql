-- The forms of names and e-mail addresses that searches look through, as the store's database has them: db/search/fold.ts says the
-- same of what is typed, users/user-search.test.ts holds them together. Bodies of SQL are bound to what they call, so that
-- pg_restore finds it with an empty search path.
create function relay_fold("text" text) returns text language sql immutable parallel safe
begin atomic
  select btrim(regexp_replace(
    replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize("text", NFKD), '[\u0300-\u036f]', '', 'g')),
        'ıøØłŁđĐðÐςẞÆŒÞ', 'ioollddddσßæœþ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    ' +', ' ', 'g'));
end;

-- ä is written ae as well, and both are found by a.
create function relay_short_umlauts("folded" text) returns text language sql immutable parallel safe
begin atomic
  select replace(replace(replace("folded", 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
end;

-- Each after a line feed, so that no word is found across two.
create function relay_search_text("names" text[]) returns text language sql immutable parallel safe
begin atomic
  select coalesce(string_agg(distinct E'\n' || f, ''), '')
  from unnest("names") n, lateral (select relay_fold(n) as "folded" offset 0) t,
    lateral (select replace("folded", ' ', '') as "joined" offset 0) j,
    unnest(array["folded", "joined", relay_short_umlauts("folded"), relay_short_umlauts("joined")]) f
  where n <> '';
end;

alter table "Users" add "searchForms" text not null generated always as (relay_search_text(array["name", "email"])) stored;
