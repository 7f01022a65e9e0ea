// What people at a computer of a pharmacy read about its updates, in Turkish.
import type { UpdatesTexts } from '../en/updates.ts'

export const updatesTr: UpdatesTexts = {
  title: 'Güncellemeler',
  version: (version) => `Sürüm ${version}`,
  steps: {
    off: 'Güncelleme aranmıyor.',
    idle: 'Bu bilgisayar, bildiği kadarıyla güncel.',
    checking: 'Güncelleme aranıyor.',
    fetching: 'Bir güncelleme indiriliyor. Etiketler çıkmaya devam eder.',
    waiting: 'Bir güncelleme hazır. Gönderilmekte olan etiket kalmayınca uygulanır.',
    switching: 'Sürüm değiştiriliyor. Birkaç saniye sürer.',
    proving: 'Yeni sürüm çalışıyor ve 5 dakika içinde hub’a ulaşmalı, yoksa önceki sürüm geri gelir.',
  },
  off: {
    no_launcher: 'Program elle başlatıldı. Güncellemeleri yalnızca kurulu hizmet uygulayabilir.',
    no_key: 'Bu program, güncellemelerine güvenebileceği bir yayıncı tanımıyor.',
    no_address: 'Güncelleme adresi ayarlanmamış: UpdateUrl ayarı.',
    other: 'Güncellemeler, bu sürümün bilmediği bir nedenle aranmıyor.',
  },
  faults: {
    unreachable: 'Güncelleme sunucusuna ulaşılamıyor. Kendiliğinden yeniden sorulur.',
    unsigned: 'Güncelleme yayıncı tarafından imzalanmadığı için reddedildi. Desteğe haber verin.',
    not_understood: 'Güncelleme listesi bu sürümün bilmediği bir biçimde. En yeni sürümü elle kurun.',
    older: 'Sunucu, bu bilgisayarın daha önce gördüğünden daha eski bir sürüm sunuyor. Reddedildi.',
    changed: 'Aynı sürüm başka bir içerikle sunuldu. Reddedildi. Desteğe haber verin.',
    other_platform: 'Güncelleme başka türden bir bilgisayar için.',
    needs_installer: 'Bu güncelleme bir kez kurulum programını gerektirir. En yeni sürümü elle kurun.',
    damaged: 'Güncelleme eksiksiz gelmedi. Kendiliğinden yeniden indirilir.',
    disk_full: 'Diskte güncelleme için yeterli yer yok. Yer açın; ardından kendiliğinden yeniden indirilir.',
    not_kept: 'Güncelleme diske yazılamadı. Kendiliğinden yeniden denenir.',
    labels_busy: 'Bir etiketin gönderilmesi çok uzun sürdü. Güncelleme kendiliğinden yeniden denenir.',
    not_started: 'Yeni sürüm başlamadı, bu yüzden önceki sürüm çalışıyor.',
    not_online: 'Yeni sürüm hub’a ulaşamadı, bu yüzden önceki sürüm çalışıyor.',
    left: 'Burada biri önceki sürüme geri döndü.',
    withdrawn: 'Yayıncı yeni sürümü geri çekti, bu yüzden önceki sürüm çalışıyor.',
    other: 'Güncelleme, bu sürümün bilmediği bir nedenle yapılamadı.',
  },
  offered: (version) => `Sürüm ${version} sunuluyor.`,
  notYetHere: (percent) =>
    `Önce her 100 bilgisayardan ${percent} tanesine gelir; sıra bu bilgisayara sonra gelir.`,
  fetched: (percent) => `%${percent} indirildi.`,
  lastCheck: (time) => `Son arama: ${time}.`,
  nextCheck: (time) => `Sonraki arama: ${time}.`,
  check: 'Güncellemeleri şimdi ara',
  back: (version) => `${version} sürümüne dön`,
  backSure: (version) =>
    `${version} sürümüne dönülsün mü? Şimdiki sürüm kendiliğinden geri gelmez; bundan sonraki yeni sürüm gelir.`,
  ask: {
    button: 'Şimdi güncelle',
    again: 'Yeniden ara',
    title: (computer) => `${computer} güncellemesi`,
    intro: 'Bilgisayar güncelleme arar ve etiket gönderilmediği bir anda kendiliğinden uygular.',
    underWay: 'Bilgisayar güncelleme arıyor. Bu en çok 10 saniye sürer.',
  },
}
