// Keeps the player's files in IndexedDB: they are read into memory at the start, and stored soon after each change. Files
// are stored in blocks. Only the changed blocks are written, all in one transaction.
const BLOCK = 1 << 16, SOON_MS = 10, RETRY_MS = 1000, HEAD = -1;
const EVERY = null; // all blocks of a file

// `report` is called with "" when everything is stored, and with a clause that says why it is not.
export async function keepFiles({ FS }, home, report) {
  let db = null, refusal = null, changes = new Map(), timer = 0, storing = null;

  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  async function open() {
    const request = indexedDB.open("binairo", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("files");
    db = await done(request);
    db.onclose = () => { // it was deleted
      db = null;
      store();
    };
  }

  async function load() {
    const store = db.transaction("files").objectStore("files");
    const [names, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    names.forEach(([path, block], index) => {
      if (block === HEAD) {
        const { mode, size } = values[index];
        if (FS.isDir(mode)) FS.mkdirTree(path);
        else FS.writeFile(path, new Uint8Array(size));
        FS.chmod(path, mode);
      } else {
        const stream = FS.open(path, "r+");
        FS.write(stream, values[index], 0, values[index].length, block * BLOCK);
        FS.close(stream);
      }
    });
  }

  // The file system in memory calls `note` for every change.
  function note(path, blocks) {
    if (!path.startsWith(`${home}/`)) return;
    const before = changes.get(path);
    changes.set(path, blocks === EVERY || before === EVERY ? EVERY : new Set([...(before ?? []), ...blocks]));
    timer ||= setTimeout(store, SOON_MS);
  }
  function watch() {
    const { file, dir } = FS.filesystems.MEMFS.ops_table;
    const after = (owner, name, act) => {
      const change = owner[name];
      owner[name] = (...given) => {
        const result = change(...given);
        act(...given);
        return result;
      };
    };
    const child = (parent, name) => `${FS.getPath(parent)}/${name}`;
    after(file.stream, "write", ({ node }, _buffer, _offset, length, position) => {
      const first = Math.floor(position / BLOCK), last = Math.floor((position + length - 1) / BLOCK);
      note(FS.getPath(node), Array.from({ length: last - first + 1 }, (_, index) => first + index));
    });
    for (const kind of [file, dir]) after(kind.node, "setattr", (node, { size }) => note(FS.getPath(node), size === undefined ? [] : EVERY));
    for (const name of ["mknod", "unlink", "rmdir"]) after(dir.node, name, (parent, base) => note(child(parent, base), EVERY));
    const { rename } = dir.node;
    dir.node.rename = (node, parent, base) => { // only files are renamed
      const before = FS.getPath(node);
      rename(node, parent, base);
      note(before, EVERY);
      note(child(parent, base), EVERY);
    };
  }

  function put(files, path, blocks) {
    const { exists, object } = FS.analyzePath(path);
    if (!exists || blocks === EVERY) files.delete(IDBKeyRange.bound([path], [path, []]));
    if (!exists) return;
    const size = FS.isDir(object.mode) ? 0 : object.usedBytes;
    files.put({ mode: object.mode, size }, [path, HEAD]);
    if (!size) return;
    const stream = FS.open(path, "r");
    for (const block of blocks ?? Array(Math.ceil(size / BLOCK)).keys()) {
      const bytes = new Uint8Array(Math.max(0, Math.min(BLOCK, size - block * BLOCK)));
      FS.read(stream, bytes, 0, bytes.length, block * BLOCK);
      files.put(bytes, [path, block]);
    }
    FS.close(stream);
  }

  async function write() {
    if (!db) {
      if (refusal) throw refusal; // what is stored was never read, and must not be overwritten
      await open();
      const all = (path) => FS.readdir(path).filter((it) => it !== "." && it !== "..").forEach((it) => {
        note(`${path}/${it}`, EVERY);
        if (FS.isDir(FS.stat(`${path}/${it}`).mode)) all(`${path}/${it}`);
      });
      all(home);
    }
    const now = changes;
    changes = new Map();
    try {
      const change = db.transaction("files", "readwrite", { durability: "strict" }), files = change.objectStore("files");
      now.forEach((blocks, path) => put(files, path, blocks));
      await new Promise((resolve, reject) => {
        change.oncomplete = resolve;
        change.onabort = () => reject(change.error ?? new DOMException("the write was given up", "AbortError"));
      });
    } catch (error) {
      now.forEach((blocks, path) => note(path, blocks));
      throw error;
    }
  }

  async function storeAll() {
    try {
      while (changes.size || !db) await write();
      report("");
      return true;
    } catch (error) {
      if (error.name === "InvalidStateError") db = null;
      report(`this browser does not store it (${error.name}: ${error.message.replace(/\.$/, "")})`);
      timer ||= setTimeout(store, RETRY_MS);
      return false;
    }
  }
  function store() {
    clearTimeout(timer);
    timer = 0;
    return storing ??= storeAll().finally(() => { storing = null; });
  }

  FS.mkdirTree(home);
  await open().catch((error) => { refusal = error; });
  if (db) await load();
  watch();
  return store;
}
