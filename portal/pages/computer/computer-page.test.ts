// The page of one computer: what it says of itself, what it can be asked, and the ways to its other pages.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { describe, expect, it } from 'vitest'
import { CENTRAL, NOW, computerOf, frameOf, viewerAs } from '../testing/fixtures.ts'
import { tagsOf } from '../testing/tags.ts'
import { computerPage } from './computer-page.tsx'

const plainTextOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

function pageOf(changes: Partial<RelayComputer> = {}, role: UserRole = 'Support'): string {
  const computer = computerOf(changes)
  return computerPage({
    frame: frameOf({ viewer: viewerAs(role) }),
    customer: { ...CENTRAL, computers: [computer] },
    computer,
    displayName: '',
    isNameFaulty: false,
    found: null,
    asked: null,
    now: NOW,
  })
}

describe('the page of a computer', () => {
  it('shows its latency only while it is online', () => {
    expect(plainTextOf(pageOf({ latencyMs: 12 }))).toContain('12 ms')
    expect(plainTextOf(pageOf({ latencyMs: 12, isOnline: false }))).not.toContain('12 ms')
  })

  it('offers its support number for copying, and nothing when there is none', () => {
    const buttons = (html: string) => tagsOf(html).flatMap((tag) => tag.attributes['data-copy'] ?? [])
    expect(buttons(pageOf({ supportAppNumber: '834 221' }))).toEqual(['834 221'])
    expect(buttons(pageOf({ supportAppNumber: null }))).toEqual([])
  })

  it('has addresses, memory and version, and says of what is not known that it is not', () => {
    const text = plainTextOf(pageOf({ publicIpAddress: null, totalRamMb: 16_384 }))
    for (const words of ['192.168.10.21', '16 GB', '0.1.0', 'Public address – unknown'])
      expect(text).toContain(words)
  })

  it('leads to labels and history; to labels only where it ever had any', () => {
    const waysOf = (html: string) =>
      tagsOf(html).flatMap(({ attributes: { href } }) => (href?.includes('/computers/11/') ? [href] : []))
    expect(waysOf(pageOf())).toEqual([
      '/relay/P-1042/computers/11/jobs',
      '/relay/P-1042/computers/11/history',
    ])
    expect(waysOf(pageOf({ role: 0, reportedRole: 0 }))).toEqual(['/relay/P-1042/computers/11/history'])
  })

  it('changes name, pharmacy and access for Admin alone', () => {
    for (const words of ['Move', 'Withdraw access', 'Remove']) {
      expect(plainTextOf(pageOf({}, 'Admin'))).toContain(words)
      expect(plainTextOf(pageOf())).not.toContain(words)
    }
  })
})
