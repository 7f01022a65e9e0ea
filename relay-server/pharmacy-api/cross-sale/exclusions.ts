// What is never suggested, whatever a rule says: pure. What nobody knows counts against a suggestion.
import type { KnownFlag } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import type { CrossSaleWhyNot } from '@pharmacy-relay/shared/api/pharmacy/suggestions.ts'
import { fold } from '../drugs/fold.ts'
import type { Supply } from '../schema.ts'

export interface KnownDrug {
  readonly id: number
  readonly name: string
  readonly substances: readonly string[]
  readonly atc: string | null
  readonly supply: Supply | null
}

export interface Basket {
  readonly drugs: readonly KnownDrug[]
  /** Every code of it is of a drug that a list has. */
  readonly isKnown: boolean
}

/** What the counter said; a flag in neither list is unknown. */
export interface SaidFlags {
  readonly yes: readonly KnownFlag[]
  readonly no: readonly KnownFlag[]
  readonly age: number | null
}

/** What a rule or pair says of the medicine that it suggests. */
export interface Warnings {
  readonly flags: readonly KnownFlag[]
  readonly minAge: number | null
}

export interface Judgement {
  /** May be suggested; empty when something stands against all of them. */
  readonly drugs: readonly KnownDrug[]
  /** Why there are none; empty when there are some. */
  readonly why: readonly CrossSaleWhyNot[]
}

/** ATC level 3, the pharmacological subgroup: M01A is every NSAID that is swallowed. */
const CLASS_LENGTH = 4
/** What a whole class warns of, so that a rule whose author forgot it does no harm. By the beginning of the ATC code. */
const CLASS_WARNINGS: readonly (readonly [string, readonly KnownFlag[]])[] = [
  ['M01A', ['anticoagulant', 'stomach_ulcer', 'kidney_disease', 'heart_disease', 'pregnancy']],
  ['N02BA', ['anticoagulant', 'stomach_ulcer', 'asthma', 'pregnancy']],
]
/** What medicines of a class in the basket tell of who takes them. */
const BASKET_TELLS: readonly (readonly [string, KnownFlag])[] = [['B01A', 'anticoagulant']]

/** The drugs of a group against basket and flags. */
export function judge(
  group: readonly KnownDrug[],
  {
    basket,
    said,
    warnings,
  }: { readonly basket: Basket; readonly said: SaidFlags; readonly warnings: Warnings },
): Judgement {
  if (group.length === 0) return { drugs: [], why: [not('not_on_market')] }
  const judged = group.map((drug) => ({
    drug,
    why: [...againstDrug(drug, basket), ...againstPerson(drug, { basket, said, warnings })],
  }))
  const drugs = judged.filter(({ why }) => why.length === 0).map(({ drug }) => drug)
  return { drugs, why: drugs.length > 0 ? [] : eachOnce(judged.flatMap(({ why }) => why)) }
}

function againstDrug(drug: KnownDrug, basket: Basket): CrossSaleWhyNot[] {
  const why: CrossSaleWhyNot[] = []
  if (drug.supply === null) why.push(not('supply_unknown'))
  if (drug.supply === 'prescription') why.push(not('prescription_only'))
  if (drug.supply === 'controlled') why.push(not('controlled'))
  if (!basket.isKnown) why.push(not('basket_unknown'))
  const own = new Set(drug.substances.map(fold))
  if (basket.drugs.some(({ substances }) => substances.some((one) => own.has(fold(one)))))
    why.push(not('same_substance'))
  const class3 = classOf(drug)
  const classes = basket.drugs.map(classOf)
  if (class3 !== null && classes.includes(class3)) why.push(not('same_class'))
  // Without substances a second pack of the same medicine could not be told.
  if (class3 === null || classes.includes(null) || own.size === 0) why.push(not('class_unknown'))
  return why
}

function againstPerson(
  { atc }: KnownDrug,
  {
    basket,
    said,
    warnings,
  }: { readonly basket: Basket; readonly said: SaidFlags; readonly warnings: Warnings },
): CrossSaleWhyNot[] {
  const flags = new Set([...warnings.flags, ...CLASS_WARNINGS.filter(isOf(atc)).flatMap(([, all]) => all)])
  const told = basket.drugs.flatMap((drug) => BASKET_TELLS.filter(isOf(drug.atc)).map(([, flag]) => flag))
  const why = [...flags].flatMap((flag): CrossSaleWhyNot[] => {
    // Who says both yes and no has not said no.
    if (told.includes(flag) || said.yes.includes(flag)) return [{ code: 'flag_met', flag }]
    return said.no.includes(flag) ? [] : [{ code: 'flag_unknown', flag }]
  })
  if (warnings.minAge === null) return why
  if (said.age === null) return [...why, not('age_unknown')]
  return said.age < warnings.minAge ? [...why, not('age_below')] : why
}

/** Null where the list has no ATC code, or too short a one. */
function classOf({ atc }: KnownDrug): string | null {
  return atc === null || atc.length < CLASS_LENGTH ? null : atc.slice(0, CLASS_LENGTH)
}

function isOf(atc: string | null) {
  return ([beginning]: readonly [string, unknown]): boolean => atc?.startsWith(beginning) ?? false
}

function not(code: CrossSaleWhyNot['code']): CrossSaleWhyNot {
  return { code, flag: null }
}

function eachOnce(all: readonly CrossSaleWhyNot[]): CrossSaleWhyNot[] {
  return [...new Map(all.map((why) => [`${why.code} ${why.flag ?? ''}`, why])).values()]
}
