import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import type { PAGE_PATHS } from './paths.ts';
import { Ask } from './views/ask/ask.tsx';

type PagePath = (typeof PAGE_PATHS)[number];

const Boards = lazy(() => import('./views/boards/boards.tsx').then((made) => made.Boards));
const Data = lazy(() => import('./views/data/data.tsx').then((made) => made.Data));
const Meaning = lazy(() => import('./views/meaning/meaning.tsx').then((made) => made.Meaning));
const Operate = lazy(() => import('./views/operate/operate.tsx').then((made) => made.Operate));
const Shared = lazy(() => import('./views/share/shared.tsx').then((made) => made.Shared));
const SignIn = lazy(() => import('./views/signin/signin.tsx').then((made) => made.Entrance));

/** The view at each address; views other than the first are loaded when they are due. */
export const ROUTES: Readonly<Record<PagePath, ComponentType>> = {
  '/': Ask,
  '/c/{session}': Ask,
  '/a/{trace}': Ask,
  '/s/{token}': Shared,
  '/saved/{id}': Shared,
  '/boards': Boards,
  '/boards/{id}': Boards,
  '/data': Data,
  '/data/files/{id}': Data,
  '/data/database': Data,
  '/data/tables/{name}': Data,
  '/meaning': Meaning,
  '/operate/keys': Operate,
  '/operate/usage': Operate,
  '/operate/budgets': Operate,
  '/operate/webhooks': Operate,
  '/operate/schedules': Operate,
  '/operate/jobs': Operate,
  '/operate/evals': Operate,
  '/operate/audit': Operate,
  '/operate/people': Operate,
  '/signin': SignIn,
  '/signin/callback': SignIn,
  '/invite': SignIn,
};
