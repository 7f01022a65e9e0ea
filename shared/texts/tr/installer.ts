// What people read while the agent is installed or removed, in Turkish.
import type { InstallerTexts } from '../en/installer.ts'

export const installerTr: InstallerTexts = {
  fileInUse:
    'Pharmacy Relay’in bir programı hâlâ çalışıyor ve kapatılamıyor. Hiçbir şey değiştirilmedi. Bilgisayarı yeniden başlatıp yeniden deneyin.',
  serviceMissing:
    'Pharmacy Relay bu bilgisayara yüklendi, ancak hizmeti tam olarak kurulamadı. Etiketler henüz çıkmaz. Başlat menüsünden Pharmacy Relay’i açın veya desteğe bildirin:',
  labelsWait:
    'Bu bilgisayarda henüz çıkmamış etiketler bekliyor. Devam ederseniz kaybolurlar. Pharmacy Relay yine de kaldırılsın mı?',
  labelsMayWait:
    'Hizmet yanıt vermiyor; bu bilgisayarda hâlâ bekleyen etiketler olabilir. Devam ederseniz kaybolurlar. Pharmacy Relay yine de kaldırılsın mı?',
}
