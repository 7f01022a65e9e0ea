// What is never suggested, case by case.
import { describe, expect, test } from 'vitest'
import { judge, type Basket, type KnownDrug, type SaidFlags, type Warnings } from './exclusions.ts'

const drug = (changes: Partial<KnownDrug> = {}): KnownDrug => ({
  id: 1,
  name: 'Saline',
  substances: ['saline'],
  atc: 'R01AX10',
  supply: 'free',
  ...changes,
})
const IBUPROFEN = drug({ id: 2, name: 'Ibuprofen', substances: ['ibuprofen'], atc: 'M01AE01' })
const NO_WARNINGS: Warnings = { flags: [], minAge: null }
const NOTHING_SAID: SaidFlags = { yes: [], no: [], age: null }

function whyNot(
  group: readonly KnownDrug[],
  {
    basket = { drugs: [IBUPROFEN], isKnown: true },
    said = NOTHING_SAID,
    warnings = NO_WARNINGS,
  }: { readonly basket?: Basket; readonly said?: SaidFlags; readonly warnings?: Warnings } = {},
): string[] {
  const { drugs, why } = judge(group, { basket, said, warnings })
  expect(drugs.length > 0).toBe(why.length === 0)
  return why.map(({ code, flag }) => (flag === null ? code : `${code} ${flag}`))
}

test('a medicine against which nothing stands is suggested', () => {
  expect(whyNot([drug()])).toEqual([])
})

describe('never suggested is', () => {
  test.each([
    ['one that needs a prescription', { supply: 'prescription' }, ['prescription_only']],
    ['a controlled one', { supply: 'controlled' }, ['controlled']],
    ['one whose list does not say how it is supplied', { supply: null }, ['supply_unknown']],
    ['the same substance, however it is written', { substances: ['IBUPROFÈN'] }, ['same_substance']],
    ['one of the same class', { atc: 'M01AB05' }, ['same_class']],
    ['one whose class no list says', { atc: null }, ['class_unknown']],
    ['one without substances', { substances: [] }, ['class_unknown']],
  ] as const)('%s', (_what, changes, why) => {
    const said: SaidFlags = {
      yes: [],
      no: ['anticoagulant', 'stomach_ulcer', 'kidney_disease', 'heart_disease', 'pregnancy'],
      age: 30,
    }
    expect(whyNot([drug(changes)], { said })).toEqual(why)
  })

  test('anything beside a medicine whose class is unknown, or a pack that no list has', () => {
    expect(
      whyNot([drug()], { basket: { drugs: [drug({ atc: null, substances: ['x'] })], isKnown: true } }),
    ).toEqual(['class_unknown'])
    expect(whyNot([drug()], { basket: { drugs: [IBUPROFEN], isKnown: false } })).toEqual(['basket_unknown'])
  })

  test('one with a warning that applies, or of which nobody said whether it applies', () => {
    const warnings: Warnings = { flags: ['pregnancy'], minAge: null }
    const saying = (said: Partial<SaidFlags>) =>
      whyNot([drug()], { warnings, said: { ...NOTHING_SAID, ...said } })
    expect(saying({})).toEqual(['flag_unknown pregnancy'])
    expect(saying({ yes: ['pregnancy'] })).toEqual(['flag_met pregnancy'])
    expect(saying({ yes: ['pregnancy'], no: ['pregnancy'] })).toEqual(['flag_met pregnancy'])
    expect(saying({ no: ['pregnancy'] })).toEqual([])
  })

  test('one for older people, to somebody younger or of an age that nobody asked', () => {
    const warnings: Warnings = { flags: [], minAge: 12 }
    const at = (age: number | null) => whyNot([drug()], { warnings, said: { ...NOTHING_SAID, age } })
    expect([at(null), at(11), at(12)]).toEqual([['age_unknown'], ['age_below'], []])
  })

  test('one of a group that has left the market', () => {
    expect(whyNot([])).toEqual(['not_on_market'])
  })
})

test('an NSAID is withheld from who takes an anticoagulant, also where its rule forgot to say so', () => {
  const basket: Basket = { drugs: [drug({ substances: ['warfarin'], atc: 'B01AA03' })], isKnown: true }
  const said: SaidFlags = {
    yes: [],
    no: ['anticoagulant', 'stomach_ulcer', 'kidney_disease', 'heart_disease', 'pregnancy'],
    age: 60,
  }
  expect(whyNot([IBUPROFEN], { basket, said })).toEqual(['flag_met anticoagulant'])
})

test('of a group those are suggested against which nothing stands', () => {
  const { drugs } = judge([drug({ id: 5, supply: 'prescription' }), drug({ id: 6 })], {
    basket: { drugs: [IBUPROFEN], isKnown: true },
    said: NOTHING_SAID,
    warnings: NO_WARNINGS,
  })
  expect(drugs.map(({ id }) => id)).toEqual([6])
})
