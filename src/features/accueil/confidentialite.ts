interface Section {
  readonly title: string
  readonly paragraphs: readonly string[]
}

/** The text behind the consent, version 1.0. */
export const sections: readonly Section[] = [
  {
    title: 'Ce que nous gardons',
    paragraphs: [
      "Votre nom, votre prénom et votre adresse e-mail, pour que vous puissiez vous connecter et que les organisateurs sachent qui participe. Votre mot de passe n'est jamais conservé : seule son empreinte l'est.",
      "Vos clés d'accès, si vous en ajoutez : une clé publique, ses dates, et le navigateur où elle a été ajoutée. L'empreinte ou le visage qui la débloque ne quitte pas votre appareil.",
      "Si vous entrez par un lien avec votre prénom seulement : ce prénom, le nom que vous ajoutez peut-être, le lien et l'heure de votre entrée. Nous n'avons alors ni adresse e-mail ni mot de passe, sauf si vous donnez une adresse pour garder votre place. Si cette adresse a déjà un compte, tout passe dans ce compte dès que son titulaire le confirme par le lien reçu.",
      'Vos appareils connectés : navigateur, système, date de connexion et de dernière activité. Un appareil déconnecté est oublié.',
      'Vos inscriptions, vos réponses aux invitations et vos choix de consentement, avec leur date.',
      "Les messages que nous vous envoyons : notifications et e-mails. Si vous acceptez les notifications d'un appareil, l'adresse que son navigateur donne pour les recevoir.",
      "Les photos et les vidéos que vous déposez, avec la date de prise de vue. Tant qu'elles ne sont pas parties, elles restent sur votre téléphone.",
    ],
  },
  {
    title: 'Pourquoi, et sur quelle base',
    paragraphs: [
      "Pour rassembler les souvenirs d'un événement et les montrer à ceux qui y étaient. La base est votre consentement, demandé avant le premier envoi, valable douze mois, et que vous pouvez révoquer à tout moment dans votre profil.",
      'Nous ne vendons rien, nous ne faisons pas de publicité, et aucun traceur tiers ne vous suit ici.',
    ],
  },
  {
    title: 'Qui voit vos photos',
    paragraphs: [
      "L'organisateur de l'événement voit ce que vous déposez et décide de ce qui rejoint la galerie. Une fois validées, vos photos sont vues par les participants inscrits à cet événement, et par personne d'autre. L'organisateur peut choisir de ne les montrer aux participants qu'après l'événement, ou jamais.",
      "Le lieu de prise de vue, le numéro de série de l'appareil et le nom du fichier sont retirés de tout ce que les autres reçoivent. Vous seul(e) pouvez relire votre original entier.",
    ],
  },
  {
    title: 'Combien de temps',
    paragraphs: [
      "Vos médias restent tant que l'événement et votre compte existent, ou jusqu'à ce que vous les supprimiez. Ce que vous supprimez est effacé dans l'heure. Un média que l'organisateur retire, ou un événement qu'il supprime, reste 30 jours restaurable par lui seul, puis est effacé ; une demande de retrait acceptée l'efface aussitôt.",
      "Un compte est archivé après 365 jours d'inactivité. Après 730 jours, il est effacé, et vos médias avec lui. Il en va de même d'une participation sans compte.",
      'Un e-mail est oublié 30 jours après son envoi.',
      "Les tentatives de connexion et les entrées par un lien sont comptées, avec l'adresse réseau d'où elles viennent, et oubliées après deux jours.",
      "Sans compte, votre participation reste ouverte sur votre téléphone 90 jours après votre dernière visite, et au moins 60 jours après l'événement.",
      "Après la suppression d'un compte, la preuve des consentements reste 5 ans, sans votre nom, et les factures 10 ans ; une empreinte des connexions, sans votre nom, prévient vos autres appareils pendant 100 jours au plus ; le journal de sécurité, sans nom ni texte, reste tant que le service existe.",
      "L'adresse réseau d'où viennent les connexions, les changements de compte et les accès refusés reste 30 jours dans un journal à part, qui sert à repérer les abus.",
    ],
  },
  {
    title: 'Vos droits',
    paragraphs: [
      "Depuis votre profil, vous pouvez consulter et corriger vos informations, exporter tout ce que nous gardons de vous, révoquer votre consentement, supprimer vos propres médias et supprimer votre compte. La révocation n'efface pas ce que vous avez déjà partagé : elle arrête tout nouvel envoi.",
      "Si une réponse ne vous satisfait pas, vous pouvez saisir la CNIL, l'autorité française de protection des données.",
    ],
  },
  {
    title: 'Sur votre appareil',
    paragraphs: [
      "L'application garde sur votre appareil les photos qui attendent de partir, les dernières listes reçues et leurs images, pour fonctionner sans réseau. À la déconnexion, les listes et les images sont effacées ; pour les photos en attente, nous vous demandons avant.",
      "Un cookie technique vous garde connecté(e) d'une visite à l'autre, 90 jours au plus, sauf si vous cochez « Appareil partagé ». Sans compte, il dure autant que votre participation.",
      "Un autre reconnaît pendant un an l'appareil sur lequel vous vous êtes connecté(e), pour que les tentatives d'inconnus ne vous ferment pas l'accès. Il ne contient rien sur vous.",
    ],
  },
]
