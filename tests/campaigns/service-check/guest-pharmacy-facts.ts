// What guest script and the pharmacy in the guest both know.

export const GUEST_PHARMACY = {
  name: 'Guest Pharmacy',
  code: 'BCDF-GHJK',
  hubPort: 5_132,
  labelPort: 9_100,
  printerPort: 9_200,
} as const
