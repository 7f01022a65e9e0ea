// What a person writes in a support task: plain text of several lines, never markup.
import { z } from 'zod'
import { withVisibleMarks } from '../../ids.ts'

/** Longest message, in UTF-16 units; a longer one is refused, never cut. */
export const MAX_MESSAGE_TEXT = 4_000

/**
 * Line ends become `\n`; characters that turn the order of text become visible ones. NUL, other control characters and halves of
 * surrogate pairs are refused: PostgreSQL and JSON take them for something else. Whoever shows it escapes it.
 */
export const MessageText = z
  .string()
  .overwrite((text) => withVisibleMarks(text.replaceAll(/\r\n?/g, '\n')))
  .trim()
  .min(1)
  .max(MAX_MESSAGE_TEXT)
  .regex(/^(?:[\n\t]|[^\p{Cc}\p{Cs}])*$/u, 'must not contain control characters')

/** The first line of a text as the subject of its task: at most 200 characters, whole ones. */
export function subjectOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  const shown = line.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ').trim()
  return Array.from(shown).slice(0, 100).join('').trim()
}
