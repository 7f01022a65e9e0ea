-- Canned answers: texts that staff put into a message by one click, in each language.

create table "SupportAnswers" (
  "id" integer generated always as identity primary key,
  "title" text not null check (length("title") between 1 and 80),
  -- By language: { "en": … }.
  "texts" jsonb not null,
  "version" integer not null default 1,
  "changedAt" timestamptz not null default relay_now(),
  "changedByName" text not null
);
create unique index "SupportAnswers_title" on "SupportAnswers" (lower("title"));
