import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#src/errors.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { moveVersion } from '#src/files/move-version.ts';
import { NotBuildable } from '#src/files/not-buildable.ts';
import { type ShownVersion, shownVersions } from '#src/files/shown-versions.ts';
import { buildFromOriginal, newFolderOf } from '#src/files/version-builds.ts';
import {
  attachmentName,
  engineFileName,
  engineOfVersion,
  isEngineFile,
  readProfile,
} from '#src/files/version-folder.ts';
import { checkFolder, sha256Of, writeChecksums } from '#src/objects/checksums.ts';
import type { Attachment } from '#src/plugin-api/catalog.ts';
import { keptPath } from '#src/store/kept-files.ts';

/** Seconds after which a version is likely built again. */
const RETRY_S = 5;
/** Between two looks at the bytes of a version on which an engine failed. */
const RECHECK_MS = 5_000;

/** What is known of the folder of a version that answers, or that a question still reads. */
type Known =
  | { readonly kind: 'sound' }
  /** Damaged, and no longer shown: who began to read it asks again. */
  | { readonly kind: 'replaced' }
  /** `hopeless`: why it cannot be built again; null: it will be. */
  | { readonly kind: 'damaged'; readonly filename: string; hopeless: string | null };

export interface IntegrityDeps extends UploadDeps {
  readonly checkIntervalMs: number;
}

/**
 * Finds damaged files of stored versions: by their sizes and times when a version is read for the first time and now
 * and then, by their bytes once after a start, where somebody wrote to them, and where an engine fails on them. What is
 * damaged is built again from its original; the other tables of its workspace answer meanwhile.
 */
export class Integrity {
  readonly #deps: IntegrityDeps;
  /** By folder. */
  readonly #known = new Map<string, Known>();
  readonly #looks = new Map<string, Promise<Known>>();
  readonly #repairs = new Map<string, Promise<void>>();
  /** By folder: when all of its bytes were read for an engine's failure last (milliseconds). */
  readonly #read = new Map<string, number>();
  readonly #lostOriginals = new Map<string, string>();
  readonly #stopping = new AbortController();
  #foreign = 0;
  #round: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: IntegrityDeps) {
    this.#deps = deps;
  }

  /** Begins to look at all shown versions, in the background. */
  start(): void {
    this.#round = this.#look(true);
    const again = () => {
      this.#timer = setTimeout(() => {
        this.#round = this.#round.then(() => this.#look(false));
        void this.#round.then(again);
      }, this.#deps.checkIntervalMs);
      this.#timer.unref();
    };
    void this.#round.then(again);
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the service is stopping'));
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
    await Promise.all(this.#repairs.values());
  }

  /** What an operator should know, a text for each kind; no names. */
  warnings(): readonly string[] {
    const damaged = [...this.#known.values()].filter((one) => one.kind === 'damaged');
    const hopeless = damaged.filter((one) => one.hopeless !== null).length;
    const going = damaged.length - hopeless;
    const files = (count: number) => (count === 1 ? '1 file' : `${count} files`);
    return [
      ...(going > 0 ? [`The tables of ${files(going)} are damaged and are being rebuilt.`] : []),
      ...(hopeless > 0
        ? [
            `The tables of ${files(hopeless)} are damaged and can't be rebuilt. See the log for their names.`,
          ]
        : []),
      ...(this.#foreign > 0
        ? [
            `The tables of ${files(this.#foreign)} use a different engine from the one in files.engine. Run "plumbline rebuild --all" to convert them.`,
          ]
        : []),
      ...(this.#lostOriginals.size > 0
        ? [
            `The originals of ${files(this.#lostOriginals.size)} are missing or damaged. See the log for their names.`,
          ]
        : []),
    ];
  }

  /**
   * The attachments that can be read, for a statement that needs those that `needs` says. Fails with `unavailable`
   * where it needs a damaged one.
   *
   * @param again look at them anew, at all of their bytes: an engine failed on them
   */
  async readable(
    attachments: readonly Attachment[],
    { needs, again = false }: { needs: (attachment: Attachment) => boolean; again?: boolean },
  ): Promise<readonly Attachment[]> {
    const readable: Attachment[] = [];
    for (const attachment of attachments) {
      const folder = path.dirname(attachment.path);
      if (again) await this.#recheck(folder);
      const known = this.#known.get(folder) ?? (await this.#first(folder));
      if (known.kind === 'sound') readable.push(attachment);
      else if (needs(attachment)) throw unavailable(known);
    }
    return readable.length === attachments.length ? attachments : readable;
  }

  #first(folder: string): Promise<Known> {
    const looking = this.#looks.get(folder) ?? this.#lookAt(folder, false);
    this.#looks.set(folder, looking);
    return looking.finally(() => this.#looks.delete(folder));
  }

  /** Not again for a while: the cause may lie elsewhere, and all bytes are read. */
  async #recheck(folder: string): Promise<void> {
    const last = this.#read.get(folder) ?? Number.NEGATIVE_INFINITY;
    const isSound = (this.#known.get(folder)?.kind ?? 'sound') === 'sound';
    if (!isSound || performance.now() - last < RECHECK_MS) return;
    this.#read.set(folder, performance.now());
    await this.#lookAt(folder, true);
  }

  /** The original of a hash was uploaded again: what waited for it can be built. */
  async originalIsBack(sha256: string): Promise<void> {
    this.#lostOriginals.delete(sha256);
    for (const version of await shownVersions(this.#deps.store)) {
      if (version.sha256 !== sha256 || version.folder === null) continue;
      const folder = path.join(this.#deps.folders.data, version.folder);
      if (this.#known.get(folder)?.kind === 'damaged') this.#repair(folder, version);
    }
  }

  /** Looks at a folder, at its bytes too where that is asked for or needed, and repairs what is damaged. */
  async #lookAt(folder: string, bytes: boolean, about?: ShownVersion): Promise<Known> {
    const { signal } = this.#stopping;
    let found = await checkFolder(folder, { bytes, signal });
    if (found.kind === 'touched') found = await checkFolder(folder, { bytes: true, signal });
    if (found.kind === 'damaged' && this.#deps.objects.isRemote) {
      await this.#deps.objects.renew(keptPath(this.#deps.folders.data, folder));
      found = await checkFolder(folder, { bytes, signal });
    }
    const version = about ?? (await this.#shownIn(folder));
    if (found.kind === 'unknown' && version) found = await this.#adopt(folder, version);
    const before = this.#known.get(folder);
    if (found.kind !== 'damaged') return this.#note(folder, { kind: 'sound' });
    if (before?.kind === 'damaged') return before;
    // A file that was deleted or replaced meanwhile takes its folder along: nothing is to be built again.
    if (!version || (await this.#shownIn(folder))?.id !== version.id)
      return this.#note(folder, { kind: 'replaced' });
    const known = { kind: 'damaged', filename: version.filename, hopeless: null } as const;
    this.#known.set(folder, known);
    const { workspaceId, filename } = version;
    this.#deps.log.error(
      { workspace_id: workspaceId, file_id: version.fileId, filename, reason: found.reason },
      'tables are damaged and are being rebuilt from the original',
    );
    this.#repair(folder, version);
    return known;
  }

  #note(folder: string, known: Known): Known {
    this.#known.set(folder, known);
    return known;
  }

  async #isShown({ id }: ShownVersion): Promise<boolean> {
    return (await shownVersions(this.#deps.store)).some((one) => one.id === id);
  }

  async #shownIn(folder: string): Promise<ShownVersion | undefined> {
    const relative = path.relative(this.#deps.folders.data, folder);
    return (await shownVersions(this.#deps.store)).find((one) => one.folder === relative);
  }

  /** Files of an earlier release: where an engine shows their tables, they are taken for what was written. */
  async #adopt(folder: string, { id, workspaceId }: ShownVersion) {
    try {
      const profile = await readProfile(folder);
      const engine = await this.#deps.engine(engineOfVersion(profile));
      const scope = { workspaceId, attachments: profile.attachments };
      const tables = await engine.introspect(scope, this.#stopping.signal);
      for (const { table } of profile.tables) {
        const seen = tables.find(({ physical }) => physical.table === table.physical.table);
        if (seen?.rowCount !== table.rowCount) throw new Error(`table ${table.name} is incomplete`);
      }
      if (profile.valueIndex !== null && (await stat(profile.valueIndex)).size === 0)
        throw new Error('the value index is empty');
      await writeChecksums(folder);
      return { kind: 'sound' } as const;
    } catch (error) {
      this.#stopping.signal.throwIfAborted();
      const reason = `${attachmentName(id)}: ${error instanceof Error ? error.message : error}`;
      return { kind: 'damaged', reason } as const;
    }
  }

  async #look(bytes: boolean): Promise<void> {
    const { signal } = this.#stopping;
    try {
      const versions = await shownVersions(this.#deps.store);
      await this.#countForeign(versions);
      for (const version of versions) {
        if (signal.aborted) return;
        if (version.folder === null) continue;
        const folder = path.join(this.#deps.folders.data, version.folder);
        const known = this.#known.get(folder);
        // What isn't here is looked at when it is fetched.
        if (!this.#deps.objects.isHere(version.folder)) continue;
        if (known?.kind === 'damaged') this.#repair(folder, version);
        else await this.#lookAt(folder, bytes, version);
        if (!this.#deps.objects.isRemote) await this.#lookAtOriginal(version, bytes);
      }
      this.#forget(versions);
    } catch (error) {
      if (!signal.aborted) this.#deps.log.warn({ err: error }, "tables weren't checked");
    }
  }

  /** Counts versions that were made by another engine than the configured one, and says so once. */
  async #countForeign(versions: readonly ShownVersion[]): Promise<void> {
    const engine = await this.#deps.engine();
    const own = engineFileName(engine.dialect.name);
    let count = 0;
    for (const { folder } of versions) {
      const place = path.join(this.#deps.folders.data, folder ?? '-');
      const names: string[] = await readdir(place).catch(() => []);
      if (names.some(isEngineFile) && !names.includes(own)) count++;
    }
    if (count > 0 && this.#foreign === 0)
      this.#deps.log.warn(
        { files: count, engine: engine.dialect.name },
        'tables use a different engine from the one in files.engine; run "plumbline rebuild --all" to convert them',
      );
    this.#foreign = count;
  }

  async #lookAtOriginal(version: ShownVersion, bytes: boolean): Promise<void> {
    const { sha256, byteSize, filename, workspaceId } = version;
    const file = this.#deps.originals.path(sha256);
    const found = await stat(file).catch(() => null);
    const isWhole =
      found?.size === byteSize &&
      (bytes
        ? (await sha256Of(file, this.#stopping.signal).catch(() => '')) === sha256
        : !this.#lostOriginals.has(sha256));
    if (isWhole || this.#stopping.signal.aborted) this.#lostOriginals.delete(sha256);
    else if (!this.#lostOriginals.has(sha256) && (await this.#isShown(version))) {
      this.#lostOriginals.set(sha256, filename);
      this.#deps.log.error(
        { workspace_id: workspaceId, filename, sha256 },
        "an original is missing or damaged; its tables still work but can't be rebuilt, so upload it again",
      );
    }
  }

  /** Drops what is no longer shown. */
  #forget(versions: readonly ShownVersion[]): void {
    const folders = new Set(
      versions.map(({ folder }) => path.join(this.#deps.folders.data, folder ?? '')),
    );
    for (const by of [this.#known, this.#read])
      for (const folder of by.keys()) if (!folders.has(folder)) by.delete(folder);
    const originals = new Set(versions.map(({ sha256 }) => sha256));
    for (const sha256 of this.#lostOriginals.keys())
      if (!originals.has(sha256)) this.#lostOriginals.delete(sha256);
  }

  #repair(folder: string, version: ShownVersion): void {
    if (this.#repairs.has(folder) || this.#stopping.signal.aborted) return;
    const { workspaceId, filename } = version;
    const about = { workspace_id: workspaceId, file_id: version.fileId, filename };
    const { places, log } = this.#deps;
    const { signal } = this.#stopping;
    const repair = places
      .take({ workspaceId, filename, signal, background: true }, () => this.#build(folder, version))
      .then(
        () => log.warn(about, 'damaged tables were rebuilt from the original'),
        async (error: unknown) => {
          const known = this.#known.get(folder);
          if (this.#stopping.signal.aborted || known?.kind !== 'damaged') return;
          // It was deleted while it was to be built, and its original with it.
          if (!(await this.#isShown(version).catch(() => false))) return;
          const why = error instanceof NotBuildable ? error.message : null;
          // What passes, such as a full disk, is tried again at the next look.
          if (why === null || known.hopeless !== why)
            log.error({ ...about, err: error }, "damaged tables weren't rebuilt");
          known.hopeless = why;
        },
      )
      .finally(() => this.#repairs.delete(folder));
    this.#repairs.set(folder, repair);
  }

  async #build(damagedFolder: string, version: ShownVersion): Promise<void> {
    const { signal } = this.#stopping;
    signal.throwIfAborted();
    const { generations } = this.#deps;
    const folder = newFolderOf(this.#deps, version);
    const release = await generations.hold(folder);
    try {
      const { dialect } = await this.#deps.engineOf(version.workspaceId);
      const engine = dialect.name;
      const profile = await buildFromOriginal(this.#deps, version, { folder, engine, signal });
      if (await moveVersion(this.#deps, version, profile))
        this.#known.set(folder, { kind: 'sound' });
      this.#known.set(damagedFolder, { kind: 'replaced' });
    } finally {
      await release();
      // Takes what was not published, and the damaged folder when its last reader has left.
      await generations.sweep(version.workspaceId);
    }
  }
}

function unavailable(known: Exclude<Known, { kind: 'sound' }>): AppError {
  if (known.kind === 'replaced')
    return new AppError(
      'unavailable',
      'The tables were damaged and were rebuilt while this question ran. Ask again.',
      { retryAfter: RETRY_S },
    );
  const { filename, hopeless } = known;
  return hopeless === null
    ? new AppError(
        'unavailable',
        `The tables of "${filename}" are damaged and are being rebuilt. Ask again in a few seconds.`,
        { retryAfter: RETRY_S },
      )
    : new AppError(
        'unavailable',
        `The tables of "${filename}" are damaged and can't be rebuilt (${hopeless}). Upload the file again.`,
      );
}
