// The way between the two logs of text messages: all that the identity API handed to the provider, and what was wanted of it here.
import { may, type AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import { smsApi as identitySms } from '@pharmacy-relay/shared/api/identity-sms.ts'
import { smsApi as pharmacySms } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Viewer } from '../../views/frame-props.ts'
import { PATHS } from '../../views/paths.ts'

interface SmsLogsNavProps {
  readonly here: string
  readonly viewer: Viewer | null
  readonly t: Texts
}

export function SmsLogsNav({ here, viewer, t }: SmsLogsNavProps) {
  const logs: readonly { readonly to: string; readonly title: string; readonly purpose: AccessRule }[] = [
    { to: PATHS.smsLog, title: t.messageLog.all, purpose: identitySms.listSms },
    { to: PATHS.messageLog, title: t.messageLog.ours, purpose: pharmacySms.listMessages },
  ]
  return (
    <nav class="sms-logs" aria-label={t.messageLog.logs}>
      <ul class="job-lists">
        {logs
          .filter(({ purpose }) => may(viewer, purpose))
          .map(({ to, title }) => (
            <li key={to}>
              <a class="btn btn-sm" href={to} aria-current={to === here ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}
