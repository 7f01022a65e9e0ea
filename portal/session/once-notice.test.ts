// What was just done is said once: not again on a reload, not on another page, and not after a minute.
import { expect, test } from 'vitest'
import { load } from '../test/page-text.ts'
import { PAGE, startPrintingStage } from '../test/printing-stage.ts'
import { noticeCookie, readNotice } from './once-notice.ts'

const SAID = 'The name is saved.'

test('a notice is shown by the page that it is for, and a reload does not show it again', async () => {
  const { admin } = await startPrintingStage()
  const { csrf } = load((await admin.get(`${PAGE}/computers/11`)).text)
  await admin.post(`${PAGE}/computers/11/name`, { csrf, displayName: 'Kasse 1' })
  for (const other of ['/relay', `${PAGE}/computers/11`, `${PAGE}/computers`])
    expect((await admin.get(other)).text, other).not.toContain(SAID)
  expect((await admin.get(PAGE)).text).toContain(SAID)
  expect((await admin.get(PAGE)).text).not.toContain(SAID)
  expect((await admin.get(`${PAGE}?notice=renamed`)).text).not.toContain(SAID)
})

test('it waits a minute at most, for one path, and cannot be read by a script', () => {
  const field = noticeCookie({ word: 'saved', path: '/relay/P-1' })
  expect(field).toMatch(/; Max-Age=60$/)
  expect(field).toContain('HttpOnly')
  const cookie = field.split(';')[0]
  expect([readNotice(cookie, '/relay/P-1'), readNotice(cookie, '/relay/P-2')]).toEqual(['saved', null])
  expect(readNotice('', '/')).toBeNull()
})
