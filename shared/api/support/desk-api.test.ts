// Canned answers that were stored before there was a language are read, and one without any text is refused.
import { expect, it } from 'vitest'
import { byLanguage } from '../../texts/languages.ts'
import { AnswerTexts } from './desk-api.ts'

it('reads texts that lack a language as not offered in it', () => {
  expect(AnswerTexts.parse({ en: 'Is it on?' })).toEqual({ ...byLanguage(() => null), en: 'Is it on?' })
  expect(AnswerTexts.safeParse({}).success).toBe(false)
  expect(AnswerTexts.safeParse({ en: 'Is it on?', xx: '?' }).success).toBe(false)
})
