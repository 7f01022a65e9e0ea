// What people read while the agent is installed or removed, in German.
import type { InstallerTexts } from '../en/installer.ts'

export const installerDe: InstallerTexts = {
  fileInUse:
    'Ein Programm von Pharmacy Relay läuft noch und lässt sich nicht beenden. Es wurde nichts geändert. Starten Sie den Rechner neu und versuchen Sie es erneut.',
  serviceMissing:
    'Pharmacy Relay ist auf diesem Rechner installiert, aber sein Dienst wurde nicht vollständig eingerichtet. Etiketten kommen noch nicht heraus. Öffnen Sie Pharmacy Relay im Startmenü oder sagen Sie dem Support Bescheid:',
  labelsWait:
    'Auf diesem Rechner warten Etiketten, die noch nicht gedruckt sind. Wenn Sie fortfahren, gehen sie verloren. Pharmacy Relay trotzdem entfernen?',
  labelsMayWait:
    'Der Dienst antwortet nicht; auf diesem Rechner warten vielleicht noch Etiketten. Wenn Sie fortfahren, gehen sie verloren. Pharmacy Relay trotzdem entfernen?',
}
