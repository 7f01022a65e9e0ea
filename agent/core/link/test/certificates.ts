// Certificates of devices for tests: real ones, with their keys.
import { deviceCertificateOf, makeDeviceKey, type DeviceCertificate } from '../../keys/device-certificate.ts'

export function newCertificates(count: number): DeviceCertificate[] {
  const names = Array.from({ length: count }, (_none, index) => `device-${index + 1}`)
  return names.map((name) => deviceCertificateOf(makeDeviceKey({ name, nowMs: Date.now() })))
}
