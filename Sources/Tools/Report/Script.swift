/// The script of the page: it moves a cursor, shows what holds at it, and plays the sound.
enum Script {
    /// `GEOMETRY` stands for where the plot lies in the picture.
    static let text = """
        (() => {
        const place = GEOMETRY;
        const byId = id => document.getElementById(id);
        const drawings = [...document.querySelectorAll('svg.timeline')], time = byId('time'), clock = byId('clock');
        const now = byId('now'), play = byId('play');
        let sound;
        document.documentElement.classList.add('has-script');
        const moments = Array.from(document.querySelectorAll('ol.steps > li'));
        const times = moments.map(moment => Number(moment.dataset.at)), seconds = Number(time.max);
        const lines = drawings.map(svg => {
          const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
          const {y, height} = svg.viewBox.baseVal;
          line.setAttribute('class', 'cursor');
          line.setAttribute('y1', y + place.top);
          line.setAttribute('y2', y + height);
          svg.append(line);
          return line;
        });
        let shown = -2;
        const latest = at => {
          let [low, high] = [0, times.length];
          while (low < high) {
            const middle = (low + high) >> 1;
            if (times[middle] <= at + 1e-9) low = middle + 1; else high = middle;
          }
          return low - 1;
        };
        const tell = index => {
          if (index === shown) return;
          shown = index;
          now.replaceChildren(...(moments[index]?.cloneNode(true).childNodes ?? []));
          for (const link of now.querySelectorAll('a')) link.title = byId(link.hash.slice(1)).nextElementSibling.textContent.trim();
        };
        const show = (at, fromSound) => {
          at = Math.min(seconds, Math.max(0, at));
          const x = place.left + at / seconds * place.plot;
          for (const line of lines) {
            line.setAttribute('x1', x);
            line.setAttribute('x2', x);
          }
          time.value = at;
          clock.textContent = at.toFixed(3) + ' s';
          tell(latest(at));
          if (sound && !fromSound) sound.currentTime = Math.min(at, sound.duration || at);
        };
        const at = event => {
          const svg = event.currentTarget, box = svg.getBoundingClientRect();
          const x = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
          return (x - place.left) / place.plot * seconds;
        };
        const isPlaying = () => sound && !sound.paused;
        for (const svg of drawings) {
          svg.addEventListener('pointermove', event => { if (!isPlaying()) show(at(event)); });
          svg.addEventListener('click', event => show(at(event)));
        }
        time.addEventListener('input', () => show(Number(time.value)));
        const step = direction => {
          const here = Number(time.value);
          const next = direction > 0 ? times.find(t => t > here + 1e-6) : times.findLast(t => t < here - 1e-6);
          if (next !== undefined) show(next);
        };
        byId('back').addEventListener('click', () => step(-1));
        byId('next').addEventListener('click', () => step(1));
        byId('scroll').addEventListener('keydown', event => {
          if (event.key === 'ArrowRight') step(1);
          else if (event.key === 'ArrowLeft') step(-1);
          else if (event.key === ' ' && play) play.click();
          else return;
          event.preventDefault();
        });
        document.addEventListener('DOMContentLoaded', () => {
          sound = byId('sound');
          if (!sound) return;
          const follow = () => {
            show(sound.currentTime, true);
            if (isPlaying()) requestAnimationFrame(follow);
          };
          play.addEventListener('click', () => isPlaying() ? sound.pause() : sound.play());
          sound.addEventListener('play', () => { play.textContent = 'Pause'; follow(); });
          sound.addEventListener('pause', () => { play.textContent = 'Play'; });
          play.disabled = false;
          sound.currentTime = Number(time.value);
        });
        show(0, true);
        })();
        """
}
