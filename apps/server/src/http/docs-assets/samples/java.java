import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.security.*;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.*;

public class SendTestEvent {
  public static void main(String[] args) throws Exception {
    String pem = Files.readString(Path.of(System.getenv("KEY_FILE"))).replaceAll("-----[A-Z ]+-----|\\s", "");
    PrivateKey key = KeyFactory.getInstance("RSA")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
    String appId = System.getenv("APP_ID"), path = "/open/v1/events/test";
    String body = "{\"topic\":\"payout.completed\"}";
    String timestamp = String.valueOf(System.currentTimeMillis() / 1000);
    String nonce = UUID.randomUUID().toString().replace("-", "");
    String requestId = "req-" + nonce;
    String bodyHash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body.getBytes("UTF-8")));
    Signature signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(key);
    signer.update(String.join("\n", "coralhub-1", appId, "POST", path, bodyHash, timestamp, nonce, requestId)
        .getBytes("UTF-8"));
    HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("BASE") + path))
        .header("Content-Type", "application/json").header("X-App-Id", appId)
        .header("X-Timestamp", timestamp).header("X-Nonce", nonce).header("X-Request-Id", requestId)
        .header("X-Signature", Base64.getEncoder().encodeToString(signer.sign()))
        .POST(HttpRequest.BodyPublishers.ofString(body)).build();
    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
