// What `npm start` says to the person who started it.
import type { DemoFile } from './demo-file.ts'

export const USAGE = `npm start                  the platform and the demo: two pharmacies with five agents
npm start -- --platform    the platform alone
npm start -- --help        this text

Settings are environment variables: Gateway__Port (5082), Identity__Port (5193), Store__Port (5141),
Portal__Port (5132), Data__Folder (.data). Each program lists its own: npm run gateway -- --help.
`

export function whereToLook(demo: DemoFile, file: string, seconds: string): string {
  const users = demo.users.map(
    (user) => `    ${user.role.padEnd(14)}${user.email.padEnd(24)}${user.password}`,
  )
  const pharmacies = demo.pharmacies.map(
    (pharmacy) =>
      `    ${pharmacy.storeId}  ${pharmacy.name.padEnd(20)} ${pharmacy.computers.map((computer) => computer.computerName).join(', ')}`,
  )
  return [
    '',
    `ready after ${seconds} s`,
    '',
    `  Panel     ${demo.portalUrl}/relay`,
    `  Gateway   ${demo.gatewayUrl}`,
    '',
    '  Sign in as',
    ...users,
    ...(pharmacies.length > 0
      ? [
          '',
          '  Pharmacies',
          ...pharmacies,
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
