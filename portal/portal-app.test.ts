// The way through the portal: sign-in, list, detail, forms, keys; who may see what.
import { describe, expect, test } from 'vitest'
import { signIn, startPortalRig } from './test/portal-rig.ts'

describe('the way through the portal', () => {
  test('leads from the sign-in to the list and on to a pharmacy', async () => {
    const rig = await startPortalRig()
    const browser = rig.browser()

    const first = await browser.get('/relay?name=cent')
    expect(first.status).toBe(303)
    expect(first.location).toBe('/sign-in?returnTo=%2Frelay%3Fname%3Dcent')
    expect(await signIn(browser, 'Support', '/relay?name=cent')).toBe('/relay?name=cent')

    const list = await browser.get('/relay?name=cent')
    expect(list.status).toBe(200)
    expect(list.text).toContain('P-1001')
    expect(list.text).not.toContain('P-1002')
    const detail = await browser.get('/relay/P-1001')
    expect(detail.status).toBe(200)
    expect(detail.text).toContain('central@example.com')
  })
})
