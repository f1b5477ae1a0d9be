import type { Request, Response } from 'express';
import type { Config } from '#config/schema.ts';
import type { SignedIn, SignIns } from '#src/accounts/sign-ins/types.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import type { Principal } from '#src/principal.ts';
import { ownSites, refuseOtherSites } from './own-sites.ts';
import { type JsonReply, json } from './route.ts';
import { sessionCookies } from './session-cookie.ts';

export interface BrowserSessionsDeps {
  readonly config: Config;
  readonly accounts: Pick<AccountsService, 'whoami'>;
  readonly signIns: SignIns;
}

/** A request that may open, read or end the session of its browser. */
interface BrowserCall {
  readonly raw: Request;
  readonly res: Response;
  readonly requestId: string;
}

/** The session of the browser that calls, by its cookie; what all routes that open or end one share. */
export interface BrowserSessions {
  /** Refuses what another website has a browser send. Clients that are no browsers name no site, and have no cookies of others. */
  refuseOthers(req: Request): void;
  /** Ends the session that the browser had, opens one for a caller, and answers with it. */
  open(principal: Principal, call: BrowserCall, request: OpenRequest): Promise<JsonReply>;
  /** The session of the cookie as routes show it; null where no cookie was sent. Fails with `session_ended`. */
  read(call: Pick<BrowserCall, 'raw' | 'res'>): Promise<ReadSession | null>;
  /** Ends it, if there is one, and takes the cookie back. */
  end(call: Pick<BrowserCall, 'raw' | 'res'>): Promise<void>;
  forget(call: Pick<BrowserCall, 'raw' | 'res'>): void;
}

interface OpenRequest {
  readonly isLasting: boolean;
  /** For keys that name no end user. */
  readonly endUserId?: string | null;
}

interface ReadSession {
  readonly principal: Principal;
  readonly shown: Readonly<Record<string, unknown>>;
}

export function createBrowserSessions(deps: BrowserSessionsDeps): BrowserSessions {
  const { config, accounts, signIns } = deps;
  const isOwnSite = ownSites(config);
  const cookies = sessionCookies(config);

  const shownOf = async ({ principal, session }: SignedIn) => ({
    ...session,
    person: shownPerson(principal.person),
    end_user_id: principal.endUserId,
    whoami: await accounts.whoami(principal),
  });

  /** Of the cookie that was sent. */
  const endSent = async (raw: Request) => {
    const sent = cookies.read(raw);
    if (sent !== null) await signIns.end(sent);
  };

  return {
    refuseOthers(req) {
      if ((req.get('sec-fetch-site') ?? req.get('origin')) !== undefined)
        refuseOtherSites(req, isOwnSite);
    },

    // Always a new one: nobody can have prepared it (session fixation).
    async open(principal, { raw, res, requestId }, { isLasting, endUserId = null }) {
      await endSent(raw);
      const userAgent = raw.get('user-agent') ?? '';
      const by = { principal, requestId };
      const opened = await signIns.open(by, { isLasting, endUserId, userAgent });
      cookies.set(raw, res, opened.cookie);
      return json(await shownOf(opened), 201);
    },

    async read({ raw, res }) {
      const sent = cookies.read(raw);
      if (sent === null) return null;
      refuseOtherSites(raw, isOwnSite);
      const signedIn = await signIns.authenticate(sent);
      if (signedIn.cookie) cookies.set(raw, res, signedIn.cookie);
      return { principal: signedIn.principal, shown: await shownOf(signedIn) };
    },

    async end({ raw, res }) {
      await endSent(raw);
      cookies.clear(raw, res);
    },

    forget: ({ raw, res }) => cookies.clear(raw, res),
  };
}

export const shownPerson = (found: Principal['person'] | null) =>
  found
    ? { member_id: found.memberId, name: found.name, email: found.email, role: found.role }
    : null;
