// The endpoints of cross-sale: the rules of the panel, and what a counter asks and tells.
import type { CrossSale, CrossSaleGroup } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { PharmacyDb } from '../database.ts'
import { searchDrugs } from '../drugs/drug-search.queries.ts'
import { keepOutcome, readBasket } from './baskets.queries.ts'
import {
  approve,
  changeTerms,
  endRow,
  listCrossSales,
  makeRule,
  readCrossSale,
  type Changer,
  type Seen,
} from './cross-sales.queries.ts'
import { groupKeysOf, readGroups } from './groups.queries.ts'
import { suggest } from './suggest.ts'

export interface CrossSaleParts {
  readonly db: PharmacyDb
  readonly clock: Clock
}

type Handlers = EndpointHandlers<typeof pharmacyApi>
const MAX_GROUPS = 20
/** Drugs whose groups are looked at. */
const MAX_FOUND = 200

export function crossSaleHandlers(parts: CrossSaleParts) {
  return { ...ruleHandlers(parts), ...changeHandlers(parts), ...counterHandlers(parts) }
}

function ruleHandlers({ db, clock }: CrossSaleParts) {
  return {
    listCrossSales: ({ query }) => listCrossSales(db, query, dayOf(clock)),
    getCrossSale: ({ params }) => found(db, params.crossSaleId, dayOf(clock)),
    makeCrossSale: async ({ body, caller }) => {
      await refuseOddGroups(db, body)
      const id = await makeRule(db, body, changerOf(caller))
      if (id === null)
        throw new ProblemError('state_conflict', 'There is a rule for these two groups: change that one')
      return found(db, id, dayOf(clock))
    },
    findCrossSaleGroups: async ({ query: { q } }) => ({ groups: await findGroups(db, q) }),
  } satisfies Partial<Handlers>
}

function changeHandlers({ db, clock }: CrossSaleParts) {
  const after = async (seen: Seen, isDone: boolean): Promise<CrossSale> => {
    const now = await found(db, seen.id, dayOf(clock))
    if (isDone) return now
    throw refusalOf(now, seen)
  }
  return {
    changeCrossSale: async ({ params, body, version, caller }) => {
      const seen = { id: params.crossSaleId, version }
      return after(seen, await changeTerms(db, seen, { terms: body, by: changerOf(caller) }))
    },
    approveCrossSale: async ({ params, body, version, caller }) => {
      const seen = { id: params.crossSaleId, version }
      return after(seen, await approve(db, seen, { ...body, by: changerOf(caller) }))
    },
    endCrossSale: async ({ params, version, caller }) => {
      const seen = { id: params.crossSaleId, version }
      await after(seen, await endRow(db, seen, changerOf(caller)))
      return null
    },
  } satisfies Partial<Handlers>
}

function counterHandlers({ db, clock }: CrossSaleParts) {
  return {
    suggestCrossSales: ({ body, caller }) =>
      suggest({ db, pharmacyId: pharmacyOf(caller), today: dayOf(clock) }, body),
    recordCrossSaleOutcome: async ({ body: { basketId, basket, answers }, caller }) => {
      const key = { pharmacyId: pharmacyOf(caller), basketId }
      const { groups } = await readBasket(db, basket)
      await keepOutcome(db, key, { day: dayOf(clock), groups, answers })
      return null
    },
  } satisfies Partial<Handlers>
}

async function found(db: PharmacyDb, id: number, today: string): Promise<CrossSale> {
  const row = await readCrossSale(db, id, today)
  if (row === null) throw new ProblemError('not_found', 'There is no such rule or pair')
  return row
}

function refusalOf(now: CrossSale, { version }: Seen): ProblemError {
  if (now.state === 'ended') return new ProblemError('state_conflict', 'It has ended; make a new rule')
  if (now.version !== version)
    return new ProblemError('version_stale', `Somebody changed it: it is version ${String(now.version)} now`)
  return new ProblemError('state_conflict', 'Say first what the medicine warns of')
}

/** A code of level 5 or a whole key names its group; any other text is searched as drugs are. */
async function findGroups(db: PharmacyDb, q: string): Promise<CrossSaleGroup[]> {
  const [named] = await readGroups(db, [/^[a-z]\d{2}[a-z]{2}\d{2}$/i.test(q) ? q.toUpperCase() : q])
  if (named !== undefined && named.substances.length > 0) return [named]
  const { items } = await searchDrugs(db, { q, page: 1, pageSize: MAX_FOUND })
  const keys = await groupKeysOf(
    db,
    items.map(({ id }) => id),
  )
  return readGroups(db, keys.slice(0, MAX_GROUPS))
}

/** Throws ProblemError `invalid`. */
async function refuseOddGroups(
  db: PharmacyDb,
  { ifGroup, thenGroup }: { readonly ifGroup: string; readonly thenGroup: string },
): Promise<void> {
  const given = { ifGroup, thenGroup }
  const groups = await readGroups(db, Object.values(given))
  const errors = Object.keys(given).flatMap((name, index) =>
    groups[index]?.substances.length === 0
      ? [{ path: `body.${name}`, message: 'is the group of no drug' }]
      : [],
  )
  if (ifGroup === thenGroup) errors.push({ path: 'body.thenGroup', message: 'is the same group' })
  if (errors.length > 0) throw new ProblemError('invalid', 'Some fields are not valid', { errors })
}

function changerOf({ name, subject }: Caller): Changer {
  return { name, guid: subject }
}

/** Throws ProblemError `role_not_allowed` for a Pharmacist without a pharmacy. */
function pharmacyOf({ pharmacyId }: Caller): number {
  if (pharmacyId !== null) return pharmacyId
  throw new ProblemError('role_not_allowed', 'This account belongs to no pharmacy')
}

function dayOf(clock: Clock): string {
  return new Date(clock.wallMs()).toISOString().slice(0, 10)
}
