// What `npm start` says to the person who started it.
import type { DemoFile, DemoPharmacy } from './demo-file.ts'

export const USAGE = `npm start                  the platform and the demo: two pharmacies with five agents and two test printers
npm start -- --platform    the platform alone
npm start -- --help        this text

Settings are environment variables: Gateway__Port (5082), Identity__Port (5193), Store__Port (5141),
Pharmacy__Port (5100), Portal__Port (5132), Storefront__Port (3000), Demo__LabelPort (9100: labels, on every
computer and test printer of the demo), Demo__PagePort (9181: the test printers' pages, one after the other), SmsProvider__Port
(5199) and SmsProvider__PagePort (5198: text messages that would have been sent), PaymentProvider__Port (5197: where
orders are paid), Demo__Pictures (yes; with no the shop's products have none), Portal__PublicUrl (where browsers and
agents find the portal, when a balancer stands in front of it), Data__Folder (.data). Each program lists its own: npm run gateway -- --help.
`

function pagesOf({
  portalUrl,
  storefrontUrl,
  gatewayUrl,
  smsPageUrl,
  paymentsPageUrl,
}: DemoFile): readonly string[] {
  return [
    `  Panel     ${portalUrl}/relay`,
    ...(storefrontUrl === undefined ? [] : [`  Shop      ${storefrontUrl}`]),
    `  Gateway   ${gatewayUrl}`,
    ...(smsPageUrl === undefined ? [] : [`  SMS       ${smsPageUrl}  (what would have been sent)`]),
    ...(paymentsPageUrl === undefined ? [] : [`  Payments  ${paymentsPageUrl}  (no money moves)`]),
  ]
}

export function whereToLook(demo: DemoFile, file: string, seconds: string): string {
  const users = demo.users.map(
    (user) => `    ${user.role.padEnd(14)}${user.email.padEnd(26)}${user.password}`,
  )
  const pharmacies = demo.pharmacies.map(
    (pharmacy) => `    ${pharmacy.storeId}  ${pharmacy.name.padEnd(20)} ${computersOf(pharmacy)}`,
  )
  return [
    '',
    `ready after ${seconds} s`,
    '',
    ...pagesOf(demo),
    '',
    '  Sign in as',
    ...users,
    ...(pharmacies.length > 0
      ? [
          '',
          '  Pharmacies',
          ...pharmacies,
          '',
          '  Test printers',
          ...demo.testPrinters.map(({ name, httpUrl }) => `    ${name.padEnd(20)}${httpUrl}`),
          '',
          '  Send a label to a counter, and it comes out on the first of these pages:',
          '    npm run label -- ups.zpl --to COUNTER-1',
          '',
          '  Watch one go offline and come back:',
          '    npm run demo -- stop COUNTER-1',
          '    npm run demo -- start COUNTER-1',
        ]
      : []),
    '',
    `  The same is in ${file}. Ctrl-C stops everything.`,
    '',
  ].join('\n')
}

function computersOf({ computers }: DemoPharmacy): string {
  return computers
    .map(({ computerName, role }) =>
      role === 'PrinterComputer' ? `${computerName} (has the printer)` : computerName,
    )
    .join(', ')
}
