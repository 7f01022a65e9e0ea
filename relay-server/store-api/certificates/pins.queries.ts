// Rows of certificates and endorsements: of a set of computers, whose rows the caller has locked.
import { sql } from 'kysely'
import type { Endorsement } from '@pharmacy-relay/shared/endorsement.ts'
import type { StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'
import { NO_PINS, type Pins } from './pins.ts'

/** A computer without any has no entry. */
export async function pinsOf(
  trx: StoreTransaction,
  computerIds: readonly number[],
): Promise<Map<number, Pins>> {
  if (computerIds.length === 0) return new Map()
  const certificates = await trx
    .selectFrom('RelayCertificates')
    .select(['computerId', 'place', 'fingerprint', 'pem'])
    .where(sql<boolean>`"computerId" = any(${computerIds}::integer[])`)
    .execute()
  const endorsements = await endorsementsOf(trx, computerIds)
  const pins = new Map<number, Pins>()
  for (const { computerId, place, fingerprint, pem } of certificates) {
    const held = pins.get(computerId) ?? { ...NO_PINS, endorsements: endorsements.get(computerId) ?? [] }
    pins.set(computerId, { ...held, [place]: { fingerprint, pem } })
  }
  return pins
}

export interface KnownFingerprints {
  readonly pinned: string
  readonly successor: string | null
}

/** By which certificates these computers are known; one that is known by none has no entry. */
export async function knownFingerprints(
  trx: StoreTransaction,
  computerIds: readonly number[],
): Promise<Map<number, KnownFingerprints>> {
  if (computerIds.length === 0) return new Map()
  const { rows } = await sql<KnownFingerprints & { readonly computerId: number }>`
    select p."computerId", p."fingerprint" as "pinned", s."fingerprint" as "successor"
    from "RelayCertificates" p left join "RelayCertificates" s
      on s."computerId" = p."computerId" and s."place" = 'successor'
    where p."place" = 'pinned' and p."computerId" = any(${computerIds}::integer[])`.execute(trx)
  return new Map(rows.map(({ computerId, ...known }) => [computerId, known]))
}

/** The oldest first. */
async function endorsementsOf(
  trx: StoreTransaction,
  computerIds: readonly number[],
): Promise<Map<number, Endorsement[]>> {
  const rows = await trx
    .selectFrom('RelayEndorsements')
    .select(['computerId', 'endorsement'])
    .where(sql<boolean>`"computerId" = any(${computerIds}::integer[])`)
    .orderBy('since')
    .orderBy('fingerprint')
    .execute()
  const found = Map.groupBy(rows, ({ computerId }) => computerId)
  return new Map(
    [...found].map(([computerId, some]) => [computerId, some.map(({ endorsement }) => endorsement)]),
  )
}

/** Which of these fingerprints another computer is known by. */
export async function ownersOf(
  trx: StoreTransaction,
  fingerprints: readonly string[],
): Promise<{ readonly computerId: number; readonly fingerprint: string }[]> {
  if (fingerprints.length === 0) return []
  return trx
    .selectFrom('RelayCertificates')
    .select(['computerId', 'fingerprint'])
    .where(sql<boolean>`"fingerprint" = any(${fingerprints}::text[])`)
    .execute()
}

/** Makes the rows of these computers what is given; what stays keeps its `since`. */
export async function writePins(trx: StoreTransaction, changed: ReadonlyMap<number, Pins>): Promise<void> {
  if (changed.size === 0) return
  const rows = [...changed].flatMap(([computerId, { pinned, successor }]) =>
    Object.entries({ pinned, successor }).flatMap(([place, certificate]) =>
      certificate === null ? [] : [{ computerId, place, ...certificate }],
    ),
  )
  // What goes comes first: a successor that becomes the pinned one would otherwise stand there twice.
  await sql`
    delete from "RelayCertificates" c where "computerId" = any(${[...changed.keys()]}::integer[])
      and not exists (
        select from ${givenRows(rows, '"computerId" integer, "place" text, "fingerprint" text')} as r
        where (r."computerId", r."place", r."fingerprint") = (c."computerId", c."place", c."fingerprint")
      )`.execute(trx)
  await sql`
    insert into "RelayCertificates" ("computerId", "place", "fingerprint", "pem")
    select r."computerId", r."place", r."fingerprint", r."pem"
    from ${givenRows(rows, '"computerId" integer, "place" text, "fingerprint" text, "pem" text')} as r
    on conflict ("computerId", "place") do nothing`.execute(trx)
  await writeEndorsements(trx, changed)
}

async function writeEndorsements(trx: StoreTransaction, changed: ReadonlyMap<number, Pins>): Promise<void> {
  const rows = [...changed].flatMap(([computerId, { endorsements }]) =>
    endorsements.map((endorsement) => ({ computerId, fingerprint: endorsement.fingerprint, endorsement })),
  )
  await sql`
    delete from "RelayEndorsements" e where "computerId" = any(${[...changed.keys()]}::integer[])
      and not exists (
        select from ${givenRows(rows, '"computerId" integer, "fingerprint" text')} as r
        where r."computerId" = e."computerId" and r."fingerprint" = e."fingerprint"
      )`.execute(trx)
  await sql`
    insert into "RelayEndorsements" ("computerId", "fingerprint", "endorsement")
    select r."computerId", r."fingerprint", r."endorsement"
    from ${givenRows(rows, '"computerId" integer, "fingerprint" text, "endorsement" jsonb')} as r
    on conflict ("computerId", "fingerprint") do nothing`.execute(trx)
}
