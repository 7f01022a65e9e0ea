-- Search as one types: beginnings of words, and the nearest words for one that begins nothing.

create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- With a pending list an import takes half the time; it empties the list at its end, so that no search looks through it later.
create index "Drugs_found" on "Drugs" using gin ("found") where "withdrawnAt" is null;
create index "Drugs_nameFold" on "Drugs" ("nameFold") where "withdrawnAt" is null;

-- Every word of a drug that a slip may be looked for in: 4 to 64 letters.
create table "DrugWords" ("word" text collate "C" primary key);
create index "DrugWords_near" on "DrugWords" using gin ("word" gin_trgm_ops);

-- The nearest words, at most 8: two letters may differ, three from 8 letters on, at the beginning of the word or in all of
-- it; whole words come before beginnings. A function, because the threshold belongs to this question alone.
create function near_drug_words(sought text) returns table ("word" text, "distance" double precision, "alike" real)
language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  select n."word", n."distance", n."alike" from (
    select w."word", similarity(w."word", sought) as "alike",
      least(levenshtein_less_equal(w."word", sought, 3),
        levenshtein_less_equal(left(w."word", length(sought)), sought, 3) + 0.5)::double precision as "distance"
    from "DrugWords" w where w."word" % sought
  ) n
  where n."distance" <= case when length(sought) >= 8 then 3 else 2 end
  order by n."distance", n."alike" desc, n."word" limit 8
$$;
