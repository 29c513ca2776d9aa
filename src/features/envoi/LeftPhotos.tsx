import { Link, useLocation } from '@tanstack/react-router'
import { ImageUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isPending } from '#upload-queue/engine/states.ts'
import { useItemsOf } from '#src/pwa/useItemsOf.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { ofName } from '#domain/texte/ofName.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { agree, count } from '#src/ui/text/quantities.ts'
import { LeftGuestsSheet, type GuestWithPhotos } from './LeftGuestsSheet.tsx'
import { forgetNames, leftGuests, nameOf, singleAccountName } from './leftNames.ts'

/** Shown on every signed-out page, if photos wait on this device. @param left how many */
export default function LeftPhotos({ left: waiting }: { left: number }) {
  const guests = leftGuests()
  const itemsOf = useItemsOf(guests.map(({ id }) => id))
  useEffect(() => {
    if (waiting === 0) forgetNames()
  }, [waiting])
  if (waiting === 0 || itemsOf === null) return null
  const withPhotos = guests
    .map(({ id, isEnded }) => ({
      id,
      isEnded,
      items: (itemsOf.get(id) ?? []).filter(({ state }) => isPending(state)),
    }))
    .filter(({ items }) => items.length > 0)
  const ofGuests = withPhotos.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <>
      {withPhotos.length > 0 && <OfGuests guests={withPhotos} waiting={ofGuests} />}
      {waiting > ofGuests && <OfAccount waiting={waiting - ofGuests} />}
    </>
  )
}

/** No login shows these photos: the guests can save or delete them here. */
function OfGuests({ guests, waiting }: { guests: readonly GuestWithPhotos[]; waiting: number }) {
  const [isOpen, setOpen] = useState(false)
  const [first] = guests
  return (
    <>
      <Banner
        bar
        tone="amber"
        announce="status"
        icon={<ImageUp className="icon--small" />}
        action={
          <Button look="quiet" onClick={() => setOpen(true)}>
            Voir
          </Button>
        }
      >
        {first && guests.length === 1
          ? ofOneGuest(first)
          : `${mediaWords(guests.flatMap(({ items }) => items))} de ${guests.length} invités ${agree(waiting, 'attend', 'attendent')} sur ce téléphone.`}
      </Banner>
      {isOpen && <LeftGuestsSheet guests={guests} onClose={() => setOpen(false)} />}
    </>
  )
}

function ofOneGuest({ id, isEnded, items }: GuestWithPhotos): string {
  const name = nameOf(id)
  const media = `${mediaWords(items)}${name === null ? ' sur ce téléphone' : ` ${ofName(name)}`}`
  return isEnded
    ? `L'organisateur a mis fin à votre participation : ${media} ${agree(items.length, 'ne partira pas', 'ne partiront pas')}.`
    : `${media} ${agree(items.length, 'attend', 'attendent')} : entrez de nouveau par le lien de l'événement.`
}

function OfAccount({ waiting }: { waiting: number }) {
  const { pathname, href } = useLocation()
  const name = singleAccountName()
  const whose = name === null ? ' sur ce téléphone' : ` ${ofName(name)}`
  return (
    <Banner
      bar
      tone="amber"
      announce="status"
      icon={<ImageUp className="icon--small" />}
      action={
        pathname !== '/login' && (
          <Link to="/login" search={{ redirect: pathname === '/' ? '/participant/envois' : href }}>
            Se connecter
          </Link>
        )
      }
    >
      {`${count(waiting, 'photo', 'photos')}${whose} ${waiting === 1 ? 'attend' : 'attendent'} : reconnectez-vous.`}
    </Banner>
  )
}
