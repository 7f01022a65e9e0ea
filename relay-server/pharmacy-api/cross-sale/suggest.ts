// From a basket to at most three suggestions with their reasons, and to what is withheld and why.
import type { CrossSaleGroup } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import type { Suggestions, SuggestionsRequest } from '@pharmacy-relay/shared/api/pharmacy/suggestions.ts'
import type { PharmacyDb } from '../database.ts'
import { declinedFor, readBasket } from './baskets.queries.ts'
import { shownFor, type ShownCrossSale } from './cross-sales.queries.ts'
import { judge, type Basket, type Judgement, type KnownDrug } from './exclusions.ts'
import { drugsOfGroups, groupsByKey } from './groups.queries.ts'

const MAX_SUGGESTIONS = 3
const MAX_WITHHELD = 20
const MAX_DRUGS = 3
/** So many declined, and a basket is left alone. */
const SILENT_AFTER = 2

export interface SuggestionParts {
  readonly db: PharmacyDb
  readonly pharmacyId: number
  /** The day of now, UTC: what ended yesterday is not shown. */
  readonly today: string
}

export async function suggest(
  { db, pharmacyId, today }: SuggestionParts,
  { basketId, basket: gtins, flags }: SuggestionsRequest,
): Promise<Suggestions> {
  const declined = await declinedFor(db, { pharmacyId, basketId })
  if (declined.length >= SILENT_AFTER) return { ...NOTHING, isSilent: true }
  const basket = await readBasket(db, gtins)
  const shown = await shownFor(db, basket.groups, today)
  const keys = shown.map(({ thenGroup }) => thenGroup)
  const [drugs, groups] = await Promise.all([drugsOfGroups(db, keys), groupsByKey(db, keys)])
  const chosen = choose(shown, { basket, drugs, flags, declined })
  return { ...NOTHING, ...saidOf(chosen, groups) }
}

const NOTHING: Suggestions = { suggestions: [], withheld: [], isSilent: false, interactions: 'not_checked' }

interface Choosing {
  readonly basket: Basket
  readonly drugs: ReadonlyMap<string, readonly KnownDrug[]>
  readonly flags: SuggestionsRequest['flags']
  /** Rules and pairs, by id. */
  readonly declined: readonly number[]
}

export interface Chosen extends Judgement {
  readonly rule: ShownCrossSale
}

/** What was chosen before counts as in the basket: no two suggestions are of one class. Pure. */
function choose(
  shown: readonly ShownCrossSale[],
  { basket, drugs, flags: said, declined }: Choosing,
): Chosen[] {
  let held: Basket = basket
  let count = 0
  return shown.flatMap((rule): Chosen[] => {
    if (declined.includes(rule.id)) return [{ rule, drugs: [], why: [{ code: 'declined', flag: null }] }]
    const group = drugs.get(rule.thenGroup) ?? []
    const judged = judge(group, { basket: held, said, warnings: rule })
    if (judged.drugs.length === 0) return [{ rule, ...judged }]
    if (count === MAX_SUGGESTIONS) return []
    count += 1
    held = { ...held, drugs: [...held.drugs, ...judged.drugs] }
    return [{ rule, ...judged }]
  })
}

function saidOf(
  chosen: readonly Chosen[],
  groups: ReadonlyMap<string, CrossSaleGroup>,
): Pick<Suggestions, 'suggestions' | 'withheld'> {
  const about = ({ id, kind, thenGroup: key }: ShownCrossSale) => ({
    crossSaleId: id,
    kind,
    group: groups.get(key) ?? { key, substances: [], form: '', drugs: 0 },
  })
  return {
    suggestions: chosen
      .filter(({ drugs }) => drugs.length > 0)
      .map(({ rule, drugs }) => ({
        ...about(rule),
        drugs: drugs.slice(0, MAX_DRUGS).map(({ id, name }) => ({ id, name })),
        reason: rule.reason,
        ofHundred: rule.confidence === null ? null : Math.round(rule.confidence * 100),
        approvedBy: rule.approvedBy,
      })),
    withheld: chosen
      .filter(({ drugs }) => drugs.length === 0)
      .slice(0, MAX_WITHHELD)
      .map(({ rule, why }) => ({ ...about(rule), why: [...why] })),
  }
}
