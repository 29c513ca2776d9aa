import { ExternalLink, X } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { copyText } from '#src/ui/toast/copyText.ts'
import { useFocusAfter } from '#src/ui/useFocusAfter.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { hostApp } from './hostApp.ts'
import { defaultBrowser } from './installWay.ts'

/** Warning inside another app's browser: photos are not safe there; explains how to open a real browser. */
export default function InAppHint() {
  const [isClosed, setClosed] = useState(false)
  const app = hostApp(navigator.userAgent)
  const isShown = app !== null && !isClosed
  useFocusAfter(isShown)
  if (!isShown) return null
  const browser = defaultBrowser(navigator)
  return (
    <Banner
      bar
      icon={<ExternalLink className="icon--small" />}
      action={
        <>
          {browser === 'Chrome' ? (
            <a href={chromeAddress()}>Ouvrir dans Chrome</a>
          ) : (
            <Button look="quiet" onClick={() => void copyAddress()}>
              Copier le lien
            </Button>
          )}
          <IconButton name="Fermer ce conseil" onClick={() => setClosed(true)}>
            <X />
          </IconButton>
        </>
      }
    >
      {browser === 'Chrome'
        ? `Le navigateur ${ofName(app)} ne garde pas vos photos.`
        : `Le navigateur ${ofName(app)} ne garde pas vos photos : dans son menu, choisissez « Ouvrir dans Safari ».`}
    </Banner>
  )
}

/** Intent URL that opens this page in Chrome on Android. */
function chromeAddress(): string {
  const { host, pathname, search, protocol } = location
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};package=com.android.chrome;end`
}

function copyAddress(): Promise<void> {
  return copyText(location.href, {
    copied: { title: 'Lien copié', message: 'Collez-le dans Safari.' },
    failed: { title: "Le lien n'a pas pu être copié." },
  })
}
