/// The script of the page: steps on the left, the lanes in the middle, the selected step on the right, and a common
/// cursor.
enum Script {
    /// The whole script, with the lane drawing that it shares with the page of a device.
    static let text = "(() => {\n\(LaneDrawing.script)\(viewer)})();\n"

    private static let viewer = """
        const byId = id => document.getElementById(id);
        document.documentElement.classList.add('has-script');
        const chart = JSON.parse(byId('chart').textContent), {seconds} = chart;
        const moments = Array.from(document.querySelectorAll('ol.steps > li'),
          (item, index) => ({item, index, at: Number(item.dataset.at), kind: item.dataset.kind}));
        const list = byId('list'), detail = byId('detail'), plot = byId('plot'), map = byId('map'), play = byId('play'), clock = byId('clock');
        let sound, look, here = -1, cursor = 0, span = [0, seconds], filter = 'all';

        // Lanes: those of the device that changed, then each sound; a refused step is marked in the lane of its sound.
        const lanes = chart.device.filter(({spans}) => spans.length > 1)
          .map(({name, spans}) => ({label: name, height: 24, device: spans.filter(({text}) => text !== spans[0].text), spans: [], marks: []}));
        for (const {app, sounds} of chart.apps) {
          for (const {sound: label, spans, starts, peaks} of sounds) {
            for (const one of spans) {
              const [first, last] = [one.from, one.to].map(at => Math.round(at / seconds * peaks.length));
              one.peak = peaks.slice(first, last + 1).reduce((high, peak) => Math.max(high, peak), 1e-6);
            }
            lanes.push({label, app, height: 42, spans, starts: new Set(starts), peaks, marks: []});
          }
        }
        for (const {at, label, app} of chart.refused) {
          let lane = lanes.find(lane => lane.label === label) ?? lanes.find(lane => app && lane.app === app);
          if (!lane) lanes.push(lane = {label, app, height: 30, spans: [], marks: []});
          lane.marks.push(at);
        }
        const left = 132, axis = 24;
        const failed = moments.filter(({kind}) => kind === 'failed').map(({at}) => at);

        const x = at => left + (at - span[0]) / (span[1] - span[0]) * (plot.clientWidth - left - 10);
        const timeAt = place => span[0] + (place - left) / (plot.clientWidth - left - 10) * (span[1] - span[0]);
        const tick = () => {
          const wanted = (span[1] - span[0]) / Math.max(2, (plot.clientWidth - left) / 80);
          let step = 0.001;
          for (let turn = 0; step < wanted; turn++) step *= [2, 2.5, 2][turn % 3];
          return step;
        };
        const cross = (pen, x, y) => {
          pen.strokeStyle = look.fails;
          pen.lineWidth = 2;
          pen.stroke(new Path2D(`M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`));
        };
        const write = (pen, text, x, y, colour, align = 'left') => {
          [pen.fillStyle, pen.textAlign] = [colour, align];
          pen.fillText(text, x, y);
        };
        const paintAxis = (pen, width, height) => {
          const step = tick();
          for (let at = Math.ceil(span[0] / step) * step; at <= span[1]; at += step) {
            pen.fillStyle = look.line;
            pen.fillRect(x(at), axis - 4, 1, height);
            if (x(at) < width - 24) write(pen, `${Math.round(at * 1000) / 1000} s`, Math.max(left + 10, x(at)), 10, look.quiet, 'center');
          }
        };
        const paintLane = (pen, lane, top, width) => {
          pen.fillStyle = look.line;
          pen.fillRect(0, top, width, 1);
          pen.save();
          pen.beginPath();
          pen.rect(left, top, width - left, lane.height);
          pen.clip();
          for (const one of lane.device ?? []) {
            const [from, to] = [Math.max(left, x(one.from)), x(one.to)];
            pen.fillStyle = look.event;
            pen.fillRect(from, top + 3, Math.max(2, to - from - 1), lane.height - 6);
            if (pen.measureText(one.text).width < to - from - 8) write(pen, one.text, from + 4, top + lane.height / 2 + 1, look['event-ink']);
          }
          for (const one of lane.spans) {
            const [from, to] = [Math.max(left, x(one.from)), Math.min(width, x(one.to))];
            if (to < left || from > width) continue;
            const peakAt = lane.peaks.length
              ? place => (lane.peaks[Math.floor(timeAt(place) / seconds * lane.peaks.length)] ?? 0) / one.peak : undefined;
            paintSpan(pen, look, {way: one.is, from, to: Math.max(to - 1, from + 1), start: x(one.from), top: top + 4, height: lane.height - 7,
              begins: lane.starts.has(one.from)}, peakAt);
            if (one.is === 'ducked' && to - from > 64) write(pen, `${one.gainDB} dB`.replace('-', '−'), from + 4, top + 12, look.ducked);
          }
          for (const at of lane.marks) cross(pen, x(at), top + lane.height / 2);
          pen.restore();
          let label = lane.label;
          while (pen.measureText(label).width > left - 10) label = label.slice(0, -2) + '…';
          write(pen, label, 0, top + lane.height / 2 + 1, look.ink);
        };
        const paint = () => {
          paint.isAsked = false;
          look ??= lookOf(document.body);
          const width = plot.clientWidth, height = axis + lanes.reduce((sum, lane) => sum + lane.height, 0) + 4;
          const pen = penOf(plot.firstElementChild, width, height);
          pen.font = '13px system-ui, "Noto Sans", sans-serif';
          pen.textBaseline = 'middle';
          paintAxis(pen, width, height);
          let top = axis;
          for (const lane of lanes) {
            paintLane(pen, lane, top, width);
            top += lane.height;
          }
          for (const at of failed) {
            if (at < span[0] || at > span[1]) continue;
            pen.fillStyle = look.fails;
            pen.fillRect(x(at), axis, 1, height);
            cross(pen, x(at), axis - 3);
          }
          pen.fillStyle = look.ink;
          if (cursor >= span[0] && cursor <= span[1]) pen.fillRect(x(cursor) - 1, axis - 8, 2, height);
          const box = map.viewBox.baseVal, part = byId('part');
          for (const [name, at, from] of [['x', span[0], box.x], ['width', length(), 0]]) part.setAttribute(name, from + at / seconds * box.width);
          part.setAttribute('y', box.y);
        };
        const ask = () => {
          if (!paint.isAsked) requestAnimationFrame(paint);
          paint.isAsked = true;
        };

        // Shows a part of the story, from a fifth of a second to all of it.
        const view = (from, length) => {
          length = Math.min(seconds, Math.max(Math.min(0.2, seconds), length));
          from = Math.min(seconds - length, Math.max(0, from));
          span = [from, from + length];
          ask();
        };
        const length = () => span[1] - span[0];
        const zoom = (factor, around = cursor) => {
          const wanted = Math.min(seconds, length() * factor);
          view(around - (around - span[0]) / length() * wanted, wanted);
        };

        const marks = {failed: '✗', refused: '✕', changed: '●', same: ''};
        const rows = moments.map(({item, index, at, kind}) => {
          const row = document.createElement('li'), made = document.createElement('button');
          [made.type, made.className] = ['button', kind];
          for (const [name, text] of [['time', at.toFixed(1)], ['span', item.dataset.text], ['i', marks[kind]]]) {
            made.append(Object.assign(document.createElement(name), {textContent: text}));
          }
          if (kind !== 'same') made.setAttribute('aria-label', `${at} s, ${item.dataset.text}, ${kind}`);
          made.addEventListener('click', () => select(index));
          row.append(made);
          return row;
        });
        list.append(...rows);
        const isShown = {all: () => true, changed: kind => kind !== 'same', failed: kind => kind === 'failed'};
        for (const choice of document.querySelectorAll('[name=filter]')) {
          choice.addEventListener('change', () => {
            filter = choice.value;
            moments.forEach(({kind}, index) => { rows[index].hidden = !isShown[filter](kind); });
          });
        }

        // Selects a snapshot: the row, the cursor and the details. The address keeps explicit choices only.
        const select = (index, isPassing) => {
          if (!moments[index]) return;
          const {item, at} = moments[index];
          if (index !== here) {
            rows[here]?.firstChild.removeAttribute('aria-current');
            here = index;
            rows[index].firstChild.setAttribute('aria-current', 'step');
            detail.replaceChildren(...item.cloneNode(true).childNodes);
            const again = detail.querySelector('.again a');
            again?.parentElement.replaceWith(document.querySelector(`${again.hash}>ul`).cloneNode(true));
            for (const link of detail.querySelectorAll('a')) link.title = byId(link.hash.slice(1)).nextElementSibling.textContent;
            detail.scrollTop = 0;
            const [box, outer] = [rows[index].getBoundingClientRect(), list.getBoundingClientRect()];
            if (box.bottom > outer.bottom) list.scrollTop += box.bottom - outer.bottom + 40;
            else if (box.top < outer.top) list.scrollTop -= outer.top - box.top + 40;
            if (item.id && !isPassing) history.replaceState(null, '', `#${item.id}`);
          }
          if (!isPassing) point(at);
        };
        const point = (at, isFromSound) => {
          cursor = Math.min(seconds, Math.max(0, at));
          clock.textContent = `${cursor.toFixed(3)} s`;
          if (cursor < span[0] || cursor > span[1]) view(cursor - length() / 3, length());
          if (sound && !isFromSound) sound.currentTime = Math.min(cursor, sound.duration || cursor);
          ask();
        };
        // The last snapshot up to a time.
        const latest = at => Math.max(0, moments.findLastIndex(moment => moment.at <= at + 1e-9));
        const go = (direction, isWanted = isShown[filter]) => {
          let index = here + direction;
          while (moments[index] && !isWanted(moments[index].kind)) index += direction;
          select(index);
        };
        const toFailure = direction => go(direction, isShown.failed);
        byId('back').addEventListener('click', () => go(-1));
        byId('next').addEventListener('click', () => go(1));
        byId('fail')?.addEventListener('click', () => toFailure(1));
        byId('near').addEventListener('click', () => zoom(0.5));
        byId('far').addEventListener('click', () => zoom(2));

        const placeIn = event => event.clientX - event.currentTarget.getBoundingClientRect().left;
        plot.addEventListener('click', event => {
          const at = timeAt(placeIn(event));
          select(latest(at), true);
          point(at);
        });
        plot.addEventListener('wheel', event => {
          if (!event.ctrlKey && Math.abs(event.deltaX) < Math.abs(event.deltaY)) return;
          event.preventDefault();
          if (event.ctrlKey) zoom(event.deltaY > 0 ? 1.25 : 0.8, timeAt(placeIn(event)));
          else view(span[0] + event.deltaX / plot.clientWidth * length(), length());
        }, {passive: false});
        for (const kind of ['pointerdown', 'pointermove']) {
          map.addEventListener(kind, event => {
            if (event.buttons) view(placeIn(event) / map.clientWidth * seconds - length() / 2, length());
          });
        }
        const keys = {
          j: () => go(1), k: () => go(-1), n: () => toFailure(1), p: () => toFailure(-1), w: () => zoom(0.5), s: () => zoom(2),
          a: () => view(span[0] - length() / 4, length()), d: () => view(span[0] + length() / 4, length()),
          ArrowRight: () => go(1), ArrowLeft: () => go(-1),
        };
        document.addEventListener('keydown', event => {
          if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input') && event.key.startsWith('Arrow')) return;
          const act = event.key === ' ' && event.target === plot && play ? () => play.click() : keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        });
        new ResizeObserver(ask).observe(plot);
        matchMedia('(prefers-color-scheme:dark)').addEventListener('change', () => { look = undefined; ask(); });
        document.addEventListener('DOMContentLoaded', () => {
          sound = byId('sound');
          if (!sound) return;
          const follow = () => {
            point(sound.currentTime, true);
            select(latest(cursor), true);
            if (!sound.paused) requestAnimationFrame(follow);
          };
          play.addEventListener('click', () => sound.paused ? sound.play() : sound.pause());
          sound.addEventListener('play', () => { play.textContent = 'Pause'; follow(); });
          sound.addEventListener('pause', () => { play.textContent = 'Play'; });
          play.disabled = false;
          sound.currentTime = cursor;
        });
        const named = () => moments.findIndex(({item}) => item.id && `#${item.id}` === location.hash);
        addEventListener('hashchange', () => select(named()));
        const first = [named(), moments.findIndex(({kind}) => kind === 'failed'), 0].find(index => index >= 0);
        select(first);
        // Of a long story, show the first minute.
        if (seconds > 120 && moments[first]) view(moments[first].at - 20, 60);

        """
}
