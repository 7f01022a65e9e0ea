// One computer over HTTP: its name, its pharmacy, its access; who may, what the store is asked, which page comes.
import { describe, expect, test } from 'vitest'
import { conflictOf } from '../testing/computer-pages.ts'
import { computerOf } from '../testing/fixtures.ts'
import { load } from '../../test/page-text.ts'
import { PAGE, startPrintingStage, writes } from '../../test/printing-stage.ts'

const COUNTER = `${PAGE}/computers/11`
const plainTextOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

async function stage() {
  const rig = await startPrintingStage()
  const { csrf } = load((await rig.admin.get(COUNTER)).text)
  return { ...rig, csrf }
}

describe('the name of a computer', () => {
  test('is saved, shown everywhere, and given back with an empty field', async () => {
    const { admin, counter, csrf } = await stage()
    const reply = await admin.post(`${COUNTER}/name`, { csrf, displayName: '  Kasse 1 ' })
    expect([reply.location, reply.notice]).toEqual([PAGE, 'renamed'])
    expect(counter.displayName).toBe('Kasse 1')
    const page = plainTextOf((await admin.get(reply.location ?? '')).text)
    expect(page).toContain('The name is saved.')
    expect(page).toContain('Kasse 1 calls itself COUNTER-1')
    expect(plainTextOf((await admin.get(`${COUNTER}/jobs`)).text)).toContain('Labels of Kasse 1')
    expect(load((await admin.get(COUNTER)).text).field('displayName')).toBe('Kasse 1')
    await admin.post(`${COUNTER}/name`, { csrf, displayName: '' })
    expect(counter.displayName).toBeNull()
  })

  test('that is none is kept in the field, with what is wrong', async () => {
    const { admin, counter, csrf } = await stage()
    const reply = await admin.post(`${COUNTER}/name`, { csrf, displayName: 'x'.repeat(64) })
    expect(reply.status).toBe(422)
    expect(reply.text).toContain('one line of at most 63 characters')
    expect(load(reply.text).field('displayName')).toBe('x'.repeat(64))
    expect(counter.displayName).toBeNull()
  })
})

describe('the access of a computer', () => {
  test('is withdrawn after a question that says what happens and how it is undone', async () => {
    const { admin, counter, csrf } = await stage()
    const question = plainTextOf((await admin.get(`${COUNTER}?ask=revoke`)).text)
    expect(question).toContain('disconnected within 2 seconds')
    expect(question).toContain('To undo it, press “Restore access”')
    const reply = await admin.post(`${COUNTER}/revoke`, { csrf })
    expect([reply.location, reply.notice]).toEqual([PAGE, 'revoked'])
    expect(counter.access).toBe('revoked')
    expect(plainTextOf((await admin.get(PAGE)).text)).toContain(
      'Access withdrawn A new pairing code lets it in again.',
    )
    const late = await admin.post(`${PAGE}/approve`, { csrf, computer: '11' })
    expect([late.location, late.notice]).toEqual([PAGE, 'changed'])
    expect((await admin.get(late.location ?? '')).text).toContain('somebody else was faster')
    expect(counter.access).toBe('revoked')
  })

  test('is given back by a button of its own, at the computer’s row and on its page', async () => {
    const { admin, counter, csrf } = await stage()
    counter.access = 'revoked'
    for (const path of [PAGE, COUNTER])
      expect((await admin.get(path)).text).toMatch(
        /<button[^>]*form="restore-computer"[^>]*value="11"[^>]*>Restore access/,
      )
    const reply = await admin.post(`${PAGE}/restore`, { csrf, computer: '11' })
    expect([reply.location, reply.notice]).toEqual([PAGE, 'restored'])
    expect(counter.access).toBe('approved')
    const page = (await admin.get(PAGE)).text
    expect(page).toContain('comes back by itself within 20 minutes')
    expect(page).not.toContain('>Restore access')
    counter.access = 'waiting'
    expect((await admin.post(`${PAGE}/restore`, { csrf, computer: '11' })).notice).toBe('changed')
  })

  test('is given to one that waits; N05: address and certificate stand where it is given', async () => {
    const { admin, counter, csrf } = await stage()
    counter.access = 'waiting'
    const page = (await admin.get(PAGE)).text
    for (const text of [page, (await admin.get(COUNTER)).text])
      for (const fact of ['192.168.10.21', '203.0.113.20', 'c1c1 c1c1 c1c1'])
        expect(text).toContain(`: <bdi>${fact}`)
    expect(page).toContain('1 computer waits for approval')
    expect(page).toMatch(/<button[^>]*form="approve-computer"[^>]*value="11"/)
    const reply = await admin.post(`${PAGE}/approve`, { csrf, computer: '11' })
    expect([reply.location, reply.notice]).toEqual([PAGE, 'approved'])
    expect(counter.access).toBe('approved')
  })

  test('ends with its removal; what is gone is not found', async () => {
    const { admin, customer, csrf } = await stage()
    expect(await admin.post(`${COUNTER}/remove`, { csrf })).toMatchObject({
      location: PAGE,
      notice: 'removed',
    })
    expect(customer.computers.map(({ id }) => id)).toEqual([12, 13])
    expect((await admin.post(`${COUNTER}/remove`, { csrf })).status).toBe(404)
    expect((await admin.get(COUNTER)).status).toBe(404)
  })
})

describe('moving a computer', () => {
  test('finds pharmacies by store id and by name, without its own, and asks first', async () => {
    const { admin, customer, csrf, upstream } = await stage()
    const search = async (q: string) => (await admin.get(`${COUNTER}?q=${q}`)).text
    for (const q of ['1002', 'river', 'P-1002']) expect(await search(q)).toContain('/move?to=P-1002')
    expect(await search('100')).not.toContain('/move?to=P-1001')
    expect(await search('nowhere')).toContain('No other pharmacy has that')
    expect(await search('%00')).toContain('No other pharmacy has that')
    const question = await admin.get(`${COUNTER}/move?to=P-1002`)
    expect(plainTextOf(question.text)).toContain('Labels that wait on it are held')
    const reply = await admin.post(`${COUNTER}/move`, { csrf, to: 'P-1002' })
    expect([reply.location, reply.notice]).toEqual(['/relay/P-1002', 'moved'])
    expect(customer.computers.map(({ id }) => id)).not.toContain(11)
    expect(upstream.store.customers[1]?.computers.map(({ id }) => id)).toEqual([11])
    expect((await admin.get(reply.location ?? '')).text).toContain(
      'The computer belongs to this pharmacy now.',
    )
  })

  test('says of more pharmacies than fit that there are more', async () => {
    const { admin, upstream } = await stage()
    const { customers } = upstream.store
    const [first] = customers
    if (first === undefined) throw new Error('no pharmacy')
    for (let id = 3; id <= 15; id += 1)
      customers.push({ ...first, id, storeId: `P-90${id}`, name: `Chain ${id}`, computers: [] })
    const page = (await admin.get(`${COUNTER}?q=chain`)).text
    expect(page.match(/\/move\?to=/g)).toHaveLength(10)
    expect(page).toContain('3 more match.')
  })

  test('to one that is full moves nothing, and says why', async () => {
    const { admin, customer, csrf, upstream } = await stage()
    upstream.store.access.room = 0
    const reply = await admin.post(`${COUNTER}/move`, { csrf, to: 'P-1002' })
    expect([reply.location, reply.notice]).toEqual([PAGE, 'move-refused'])
    expect((await admin.get(reply.location ?? '')).text).toContain('has no room for another computer')
    expect(customer.computers.map(({ id }) => id)).toContain(11)
  })

  test('to nowhere is not found', async () => {
    const { admin, csrf } = await stage()
    for (const to of ['P-4711', 'x', '']) {
      expect((await admin.get(`${COUNTER}/move?to=${to}`)).status).toBe(404)
      expect((await admin.post(`${COUNTER}/move`, { csrf, to })).status).toBe(404)
    }
  })
})

describe('two computers with one identity', () => {
  test('are shown side by side, and one of them gets a new one', async () => {
    const { admin, counter, csrf } = await stage()
    counter.conflict = conflictOf()
    const [, copy] = counter.conflict.sides
    const page = (await admin.get(PAGE)).text
    expect(plainTextOf(page)).toContain('Two computers use the identity of COUNTER-1')
    expect(page).toContain(`value="11 ${copy?.bootId}"`)
    const reply = await admin.post(`${PAGE}/new-identity`, { csrf, side: `11 ${copy?.bootId}` })
    expect([reply.location, reply.notice]).toEqual([PAGE, 'identity-given'])
    expect(copy?.isLeaving).toBe(true)
    const after = (await admin.get(PAGE)).text
    expect(after.match(/<button[^>]*name="side"[^>]*disabled/g)).toHaveLength(2)
    expect(plainTextOf(after)).toContain('It gets its new identity when it connects next')
    expect(plainTextOf(after)).toContain('The other one is getting a new identity.')
  })

  test('that are one again by now change nothing', async () => {
    const { admin, csrf } = await stage()
    const side = `11 ${conflictOf().sides[0]?.bootId}`
    expect(await admin.post(`${PAGE}/new-identity`, { csrf, side })).toMatchObject({
      location: PAGE,
      notice: 'changed',
    })
    for (const wrong of ['', '11', '11 x', `99 ${side.slice(3)}`])
      expect((await admin.post(`${PAGE}/new-identity`, { csrf, side: wrong })).status).toBe(404)
  })
})

test.each(['Support', 'SuperSupport'] as const)('%s sees all that and may do none of it', async (role) => {
  const rig = await startPrintingStage()
  Object.assign(rig.counter, { access: 'waiting', conflict: conflictOf() })
  rig.customer.computers.push(computerOf({ id: 14, access: 'revoked', isOnline: false }))
  const browser = await rig.signedIn(role)
  const page = await browser.get(PAGE)
  expect(plainTextOf(page.text)).toContain('Only Admin may do this.')
  expect(page.text).not.toContain('approve-computer')
  expect(page.text).not.toContain('restore-computer')
  const details = await browser.get(COUNTER)
  expect(details.status).toBe(200)
  for (const path of ['name', 'revoke', 'remove', 'move'])
    expect(details.text).not.toContain(`action="${COUNTER}/${path}"`)
  rig.upstream.seen.length = 0
  const { csrf } = load(page.text)
  for (const path of [
    '/approve',
    '/restore',
    '/new-identity',
    ...['name', 'revoke', 'remove', 'move'].map((end) => `/computers/11/${end}`),
  ])
    expect((await browser.post(`${PAGE}${path}`, { csrf, computer: '11', to: 'P-1002' })).status, path).toBe(
      403,
    )
  expect(writes(rig)).toEqual([])
})

test('addresses that only answer forms lead back to where the forms stand', async () => {
  const { admin } = await stage()
  for (const form of ['name', 'revoke', 'remove'])
    expect((await admin.get(`${COUNTER}/${form}`)).location).toBe(COUNTER)
  for (const form of ['approve', 'restore', 'new-identity'])
    expect((await admin.get(`${PAGE}/${form}`)).location).toBe(PAGE)
})
