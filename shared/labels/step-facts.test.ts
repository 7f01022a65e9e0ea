// What people are told of a step: every fact at the command line, and on pages in each language what they do not leave out.
import { describe, expect, test } from 'vitest'
import { jobStepOf, tellingStep } from '../test/print-job.ts'
import { Language, texts } from '../texts/index.ts'
import type { JobStep } from './job-trace.ts'
import { factsInLine, factsOnPage, stepFacts } from './step-facts.ts'

const { at: _, state: __, reasons: ___, ...facts } = tellingStep()
const only = (fact: (typeof stepFacts)[number]): JobStep => jobStepOf({ [fact]: facts[fact] })

test('a step with all of them says each at the command line, in words of its own', () => {
  expect(stepFacts.toSorted()).toEqual(Object.keys(facts).toSorted())
  const lines = stepFacts.flatMap((fact) => factsInLine(only(fact)))
  expect(new Set(lines).size).toBe(stepFacts.length)
  expect(factsInLine(tellingStep())).toEqual(lines)
  expect(factsInLine(jobStepOf({ tookMs: 812, bytes: 600, evidence: 'L3' }))).toEqual([
    '812 ms',
    '600 bytes',
    'L3',
  ])
})

test('a step without any says nothing', () => {
  expect(factsInLine(jobStepOf())).toEqual([])
  for (const language of Language.options)
    expect(factsOnPage(jobStepOf(), texts(language), false), language).toEqual([])
})

describe.each(Language.options)('on a page in %s', (language) => {
  const t = texts(language)

  test('a step says each that pages do not leave out, once, and its value in it', () => {
    const each = stepFacts.flatMap((fact) => factsOnPage(only(fact), t, false))
    expect(factsOnPage(tellingStep(), t, false)).toEqual(each)
    expect(new Set(each).size).toBe(each.length)
    expect(each.filter((text) => !text.includes('7'))).toEqual([])
  })

  test('the first step has no time before it', () => {
    expect(factsOnPage(jobStepOf({ tookMs: 7 }), t, true)).toEqual([])
  })
})

test('a page says times as people read them', () => {
  const said = [4.4, 2_100, 185_000].map((tookMs) => factsOnPage(jobStepOf({ tookMs }), texts('en'), false))
  expect(said.flat()).toEqual(['after 4 ms', 'after 2.1 s', 'after 3.1 min'])
})
