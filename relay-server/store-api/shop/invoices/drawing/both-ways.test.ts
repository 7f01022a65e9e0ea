// Lines with letters of two directions, in the order of the eye.
import { expect, test } from 'vitest'
import { goesBothWays, linesOf, piecesOf } from './both-ways.ts'

const letters = (text: string): number => text.length

test('numbers and Latin words beside an Arabic name are not turned around', () => {
  // From the right: the name, 12, mg.
  expect(piecesOf('صيدلية المركز 12 mg')).toEqual(['mg', ' ', '12', 'صيدلية المركز '])
  expect(piecesOf('Apotheke بيت 12')).toEqual(['Apotheke ', '12', 'بيت '])
  expect(piecesOf('Apotheke')).toEqual(['Apotheke'])
})

test('lines are no wider than they may be, and nothing of the text is lost', () => {
  expect(linesOf('בית מרקחת הגליל', 9, letters)).toEqual(['בית מרקחת', 'הגליל'])
  expect(linesOf('בית\nSKU-1', 9, letters)).toEqual(['בית', 'SKU-1'])
  expect(linesOf('אבגדהוזחטיכל', 5, letters)).toEqual(['אבגדה', 'וזחטי', 'כל'])
  expect(linesOf('', 5, letters)).toEqual([''])
})

test('only letters that are read from the right need it', () => {
  expect(['Ağrı Şifa 😀', 'Ελλάς', 'بيت', 'בית'].map(goesBothWays)).toEqual([false, false, true, true])
})
