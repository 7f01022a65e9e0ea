// The pages around one's own account: the confirmation that it is you.
import type { FrameProps } from '../../views/frame-props.ts'
import { confirmPage, confirmedPage } from '../confirm/confirm-page.tsx'
import { HOSTILE } from './fixtures.ts'

/** Page by name. */
export function accountPages(frame: FrameProps): Record<string, string> {
  return { ...confirmPages(frame) }
}

function confirmPages(frame: FrameProps) {
  const form = { action: '/relay/P-1042/approve', fields: [{ name: 'computer', value: HOSTILE }] }
  const asked = { frame, returnTo: '/relay/P-1042', form, asksCode: false, fault: null }
  return {
    confirm: confirmPage(asked),
    'confirm, with a code': confirmPage({ ...asked, form: null, asksCode: true, fault: HOSTILE }),
    confirmed: confirmedPage({ frame, form, returnTo: '/relay/P-1042' }),
  }
}
